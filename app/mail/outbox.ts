/**
 * Mails are rows, written in the transaction that makes them necessary
 * together with the job that sends them: nothing is announced that was rolled
 * back, and nothing committed is lost.
 */
import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { MailTransport, OutgoingMail } from './transport.js'
import sendMail from './send_mail_job.js'

export interface Mail {
  recipient: string
  subject: string
  /** Plain text. */
  body: string
}

/** Writes a mail to be sent when the transaction is through. */
export async function post(trx: TransactionClientContract, mail: Mail): Promise<void> {
  const [{ id }] = await trx
    .table('mails')
    .insert({ ...mail })
    .returning('id')
  await (await app.container.make('curia.jobs')).send(trx, sendMail.name, { mail: String(id) })
}

export class Outbox {
  constructor(
    readonly database: Pick<Database, 'transaction'>,
    readonly transport: MailTransport
  ) {}

  /**
   * Sends a mail, unless that is done.
   *
   * @throws the transport's error, which is also written down
   */
  async send(id: string): Promise<void> {
    const failure = await this.database.transaction(async (trx) => {
      // Locked while the mail is on its way, so that nobody else sends it, too.
      const { rows } = await trx.rawQuery<{ rows: (OutgoingMail & { attempts: number })[] }>(
        'SELECT id, recipient, subject, body, attempts FROM mails WHERE id = ? AND sent_at IS NULL FOR UPDATE',
        [id]
      )
      const [mail] = rows
      if (!mail) return undefined
      const row = trx.from('mails').where('id', mail.id)
      const attempts = mail.attempts + 1
      try {
        await this.transport.send(mail)
        // Links are secrets; nobody needs them here any more.
        await row.update({ sent_at: new Date(), attempts, error: null, body: '' })
        return undefined
      } catch (error) {
        await row.update({ attempts, error: (error as Error).message.slice(0, 1000) })
        return error as Error
      }
    })
    if (failure) throw failure
  }
}
