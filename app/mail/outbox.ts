/**
 * Sends emails of the outbox. A claim, the sending and its end are three
 * steps: no transaction is open while an email is rendered or a mail server
 * is talked to.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Mailer } from '@adonisjs/mail'
import type {
  MailTransportContract,
  MessageBodyTemplates,
  NodeMailerMessage,
  Recipient,
} from '@adonisjs/mail/types'
import type { Jobs } from '#app/jobs/jobs'
import { isGone } from '#app/jobs/orphans'
import { traced } from '#app/support/tracing/spans'
import { noteFailure, noteSuccess, stateOf } from './addresses.js'
import { SEND_MAIL } from './outbox_messenger.js'

/** Seconds for which an email is claimed: longer than an attempt of its job may take. */
const CLAIM = 150
const MAX_ERROR_LENGTH = 1000

interface StoredMail {
  id: string
  recipient: string
  subject: string
  message: NodeMailerMessage
  views: MessageBodyTemplates
  is_notice: boolean
}

export class Outbox {
  constructor(
    readonly database: Pick<Database, 'transaction'>,
    readonly mailer: () => Pick<Mailer<MailTransportContract>, 'config' | 'sendCompiled'>,
    readonly jobs: Pick<Jobs, 'send'>
  ) {}

  /**
   * Sends an email, unless that is done or another process is doing it. An
   * address that is to blame for a failure is tried again when it may be.
   *
   * @param runner name of the process; when it is gone, so is its claim
   * @throws the transport's error where the address is not to blame; it is also stored
   */
  async send(id: string, runner?: string): Promise<void> {
    const mail = await this.database.transaction((trx) => this.#claim(trx, id, runner))
    if (!mail) return
    try {
      const { message, views } = mail
      await traced('send email', { kind: 'client' }, () =>
        this.mailer().sendCompiled({ message: { ...message, ...this.#envelope(mail) }, views })
      )
    } catch (error) {
      const rethrown = await this.database.transaction((trx) =>
        this.#fail(trx, mail, error as Error)
      )
      if (rethrown) throw rethrown
      return
    }
    await this.database.transaction(async (trx) => {
      await this.#end(trx, mail, { sent_at: new Date(), error: null })
      await noteSuccess(trx, mail.recipient)
    })
  }

  /** @returns undefined for an email that is done, claimed or must wait */
  async #claim(
    trx: TransactionClientContract,
    id: string,
    runner: string | undefined
  ): Promise<StoredMail | undefined> {
    const open = 'id = ? AND sent_at IS NULL AND failed_at IS NULL'
    const { rows } = await trx.rawQuery<{ rows: StoredMail[] }>(
      `UPDATE mails SET claimed_until = clock_timestamp() + make_interval(secs => ?), claimed_by = ?
       WHERE ${open} AND (claimed_until IS NULL OR claimed_until < clock_timestamp() OR ${isGone('claimed_by')})
       RETURNING id, recipient, subject, message, views, is_notice`,
      [CLAIM, runner ?? null, id] as never[]
    )
    const [mail] = rows
    if (mail) return (await this.#mayBeTried(trx, mail)) ? mail : undefined
    const claimed = await trx.from('mails').select('claimed_until').whereRaw(open, [id]).first()
    // The other process may fail after its own job was given up.
    if (claimed) await this.#postpone(trx, id, claimed.claimed_until)
    return undefined
  }

  /** Whether its address takes email as far as is known; if not, the claim is given up. */
  async #mayBeTried(trx: TransactionClientContract, mail: StoredMail): Promise<boolean> {
    const state = await stateOf(trx, mail.recipient)
    if (!state || !mail.is_notice) return true
    if (state.refused) {
      await this.#end(trx, mail, { failed_at: new Date(), error: 'The address refuses mail.' })
      return false
    }
    if (!state.retryAfter || state.retryAfter <= new Date()) return true
    await this.#release(trx, mail, {}, 0)
    await this.#postpone(trx, mail.id, state.retryAfter)
    return false
  }

  async #postpone(trx: TransactionClientContract, mail: string, startAfter: Date): Promise<void> {
    await this.jobs.send(trx, SEND_MAIL, { mail }, { startAfter })
  }

  /** What is the same each time an email is sent, so that a reader shows it once. */
  #envelope({ id, recipient, subject, message }: StoredMail): NodeMailerMessage {
    return {
      subject,
      // As one address, whatever characters it has.
      to: [{ name: '', address: recipient }],
      messageId: `<${id}.curia@${domainOf(this.mailer().config.from)}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
    }
  }

  /** @returns the error where the job shall try again */
  async #fail(
    trx: TransactionClientContract,
    mail: StoredMail,
    error: Error
  ): Promise<Error | undefined> {
    const text = error.message.slice(0, MAX_ERROR_LENGTH)
    const kind = failureOf(error)
    if (kind === 'refused' || kind === 'later')
      await noteFailure(trx, mail.recipient, { refused: kind === 'refused', error: text })
    if (kind === 'refused' || kind === 'message') {
      await this.#end(trx, mail, { failed_at: new Date(), error: text })
      return undefined
    }
    await this.#release(trx, mail, { error: text })
    return error
  }

  /** Links are secrets; they are not needed any more. */
  async #end(
    trx: TransactionClientContract,
    mail: StoredMail,
    changes: Record<string, unknown>
  ): Promise<void> {
    await this.#release(trx, mail, { ...changes, message: {}, views: {} })
  }

  async #release(
    trx: TransactionClientContract,
    { id }: StoredMail,
    changes: Record<string, unknown>,
    attempts = 1
  ): Promise<void> {
    await trx
      .from('mails')
      .where('id', id)
      .increment('attempts', attempts)
      .update({ ...changes, claimed_until: null, claimed_by: null })
  }
}

function domainOf(from: Recipient = ''): string {
  return /@([\w.-]+)/.exec(typeof from === 'string' ? from : from.address)?.[1] ?? 'localhost'
}

/**
 * Whose fault it is that a mail was not accepted (RFC 5321, 4.2).
 */
type Failure =
  /** The address does not exist, or does not want mail. */
  | 'refused'
  /** The address cannot take it now: full, or slowed down. */
  | 'later'
  /** This one message is not wanted. */
  | 'message'
  /** The server cannot be reached, or does not want us. */
  | 'server'

/** What an error of the transport means. */
function failureOf(error: Error & { responseCode?: number; command?: string }): Failure {
  const { responseCode: code = 0, command = '' } = error
  if (command === 'RCPT TO') {
    if (code >= 500) return 'refused'
    if (code >= 400) return 'later'
  }
  if (command === 'DATA') {
    if (code >= 500) return 'message'
    if (code >= 400) return 'later'
  }
  return 'server'
}
