/**
 * Mails are rows, written in the transaction that makes them necessary
 * together with the job that sends them: nothing is announced that was rolled
 * back, and nothing committed is lost. Each is a job of its own, so that an
 * address that fails keeps no other waiting.
 */
import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import { noteFailure, noteSuccess, stateOf } from './addresses.js'
import { failureOf } from './failure.js'
import type { MailTransport, OutgoingMail } from './transport.js'

/** The job that sends a mail. */
export const SEND_MAIL = 'curia.send_mail'

export interface Mail {
  recipient: string
  subject: string
  /** Plain text. */
  body: string
  /** The same as HTML, clean. */
  html?: string
  /** Whether the reader subscribed to it rather than asked for it just now: not sent where mail is refused. */
  notice?: boolean
  /** Address that unsubscribes by one POST (RFC 8058), for notices. */
  unsubscribe?: string
  /** What it is about, for X-Entity-Ref-ID: `docket.alert:12`. */
  entity?: string
}

/** Writes a mail to be sent when the transaction is through. */
export async function post(trx: TransactionClientContract, mail: Mail): Promise<void> {
  const { recipient, subject, body, html = '', notice = false } = mail
  const [{ id }] = await trx
    .table('mails')
    .insert({ recipient, subject, body, html, is_notice: notice, headers: headersOf(mail) })
    .returning('id')
  await (await app.container.make(Jobs)).send(trx, SEND_MAIL, { mail: String(id) })
}

function headersOf({ unsubscribe, entity }: Mail): Record<string, string> {
  return {
    ...(unsubscribe
      ? {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : {}),
    ...(entity ? { 'X-Entity-Ref-ID': entity } : {}),
  }
}

type StoredMail = OutgoingMail & { attempts: number; is_notice: boolean }

export class Outbox {
  constructor(
    readonly database: Pick<Database, 'transaction'>,
    readonly transport: MailTransport,
    readonly jobs: Pick<Jobs, 'send'>
  ) {}

  /**
   * Sends a mail, unless that is done. What its address is to blame for is
   * tried again when the address may be.
   *
   * @throws the transport's error where it is nobody's we write to; it is also written down
   */
  async send(id: string): Promise<void> {
    const failure = await this.database.transaction(async (trx) => {
      // Locked while the mail is on its way, so that nobody else sends it, too.
      const { rows } = await trx.rawQuery<{ rows: StoredMail[] }>(
        `SELECT id, recipient, subject, body, html, headers, is_notice, attempts FROM mails
         WHERE id = ? AND sent_at IS NULL AND failed_at IS NULL FOR UPDATE`,
        [id]
      )
      const [mail] = rows
      if (!mail || !(await this.#mayBeTried(trx, mail))) return undefined
      try {
        await this.transport.send(mail)
        await this.#end(trx, mail, { sent_at: new Date(), error: null })
        await noteSuccess(trx, mail.recipient)
        return undefined
      } catch (error) {
        return this.#failed(trx, mail, error as Error)
      }
    })
    if (failure) throw failure
  }

  /** Whether nothing is known against its address. */
  async #mayBeTried(trx: TransactionClientContract, mail: StoredMail): Promise<boolean> {
    const state = await stateOf(trx, mail.recipient)
    if (!state || !mail.is_notice) return true
    if (state.refused) {
      await this.#end(trx, mail, { failed_at: new Date(), error: 'The address refuses mail.' })
      return false
    }
    if (!state.retryAfter || state.retryAfter <= new Date()) return true
    await this.jobs.send(trx, SEND_MAIL, { mail: mail.id }, { startAfter: state.retryAfter })
    return false
  }

  /** @returns the error where another attempt shall be made by the job */
  async #failed(
    trx: TransactionClientContract,
    mail: StoredMail,
    error: Error
  ): Promise<Error | undefined> {
    const said = error.message.slice(0, 1000)
    const kind = failureOf(error)
    if (kind === 'refused' || kind === 'later')
      await noteFailure(trx, mail.recipient, { refused: kind === 'refused', error: said })
    if (kind === 'refused' || kind === 'message') {
      await this.#end(trx, mail, { failed_at: new Date(), error: said })
      return undefined
    }
    const row = trx.from('mails').where('id', mail.id)
    await row.update({ attempts: mail.attempts + 1, error: said })
    return error
  }

  /** Links are secrets; nobody needs them here any more. */
  async #end(
    trx: TransactionClientContract,
    { id, attempts }: StoredMail,
    changes: Record<string, unknown>
  ): Promise<void> {
    await trx
      .from('mails')
      .where('id', id)
      .update({ ...changes, attempts: attempts + 1, body: '', html: '', headers: {} })
  }
}
