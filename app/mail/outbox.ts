/**
 * Mails are rows, written in the transaction that makes them necessary, and
 * sent afterwards: nothing is announced that was rolled back, and nothing
 * committed is lost.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { MailTransport } from './transport.js'

export interface Mail {
  recipient: string
  subject: string
  /** Plain text. */
  body: string
}

const LOOK_EVERY = 30_000
/** Seconds until the next attempt, by the attempts there were. */
const PATIENCE = [60, 300, 1800, 7200, 21_600, 86_400]

/** Writes a mail to be sent when the transaction is through. */
export async function post(trx: TransactionClientContract, mail: Mail): Promise<void> {
  await trx.table('mails').insert({ ...mail })
}

interface Waiting {
  id: string
  recipient: string
  subject: string
  body: string
  attempts: number
}

export class Outbox {
  readonly #timer: NodeJS.Timeout
  #sending: Promise<void> = Promise.resolve()

  constructor(
    readonly database: Database,
    readonly transport: MailTransport
  ) {
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY).unref()
  }

  /** Sends what waits, without keeping anybody waiting for it. */
  wake(): void {
    void this.flush().catch(() => {})
  }

  /** Sends what waits. */
  flush(): Promise<void> {
    this.#sending = this.#sending.catch(() => {}).then(() => this.#sendAll())
    return this.#sending
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#sending.catch(() => {})
  }

  async #sendAll(): Promise<void> {
    while (await this.#sendNext()) {
      // The next one.
    }
  }

  /** The row stays locked while its mail is on its way, so that no other process sends it, too. */
  #sendNext(): Promise<boolean> {
    return this.database.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: Waiting[] }>(
        `SELECT id, recipient, subject, body, attempts FROM mails
         WHERE sent_at IS NULL AND next_attempt <= now() ORDER BY next_attempt, id LIMIT 1 FOR UPDATE SKIP LOCKED`
      )
      const [mail] = rows
      if (!mail) return false
      const row = trx.from('mails').where('id', mail.id)
      const attempts = mail.attempts + 1
      try {
        await this.transport.send(mail)
        // Links are secrets; nobody needs them here any more.
        await row.update({ sent_at: new Date(), attempts, error: null, body: '' })
      } catch (error) {
        const wait = PATIENCE[mail.attempts]
        await row.update({
          attempts,
          error: (error as Error).message.slice(0, 1000),
          next_attempt: wait ? new Date(Date.now() + wait * 1000) : null,
          ...(wait ? {} : { body: '' }),
        })
      }
      return true
    })
  }
}
