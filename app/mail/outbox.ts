/**
 * Sends emails of the outbox. Claiming, sending, and completing are separate steps: no
 * transaction is open while an email is rendered or sent.
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
import { noteFailure, noteSuccess, findEmailAddressState } from './addresses.js'
import { SEND_MAIL } from './outbox_messenger.js'

/** Seconds for which an email is claimed: longer than the timeout of its job. */
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
   * Sends an email, unless it is completed or another process is sending it. After a failure
   * caused by the recipient's address, it is retried when the address allows it.
   *
   * @param runner name of the process, whose claims end with it
   * @throws the transport's error if the recipient is not the cause; it is also stored
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

  /** @returns undefined for an email that is completed, claimed, or delayed */
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
    // Retried after the claim: the other process may fail when its own job has no retries left.
    if (claimed) await this.#postpone(trx, id, claimed.claimed_until)
    return undefined
  }

  /** Whether an email may be sent to its address now; otherwise, the claim is released. */
  async #mayBeTried(trx: TransactionClientContract, mail: StoredMail): Promise<boolean> {
    const state = await findEmailAddressState(trx, mail.recipient)
    if (!state || !mail.is_notice) return true
    if (state.refused) {
      await this.#end(trx, mail, { failed_at: new Date(), error: 'The email address bounces.' })
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

  /** Headers that are the same for each attempt, so that email clients show it once. */
  #envelope({ id, recipient, subject, message }: StoredMail): NodeMailerMessage {
    return {
      subject,
      // A single recipient, whatever characters it contains.
      to: [{ name: '', address: recipient }],
      messageId: `<${id}.curia@${domainOf(this.mailer().config.from)}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
    }
  }

  /** @returns the error if the job should retry */
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

  /** Completes an email and deletes its contents: links in them are secrets, and no longer needed. */
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

/** The cause of a rejected email (RFC 5321, 4.2). */
type Failure =
  /** The recipient doesn't exist or rejects emails. */
  | 'refused'
  /** The mailbox is temporarily unavailable: full, or rate limited. */
  | 'later'
  /** Only this message is rejected. */
  | 'message'
  /** The mail server is unreachable, or rejects this server. */
  | 'server'

/** Classifies an error of the transport. */
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
