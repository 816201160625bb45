/**
 * The messenger of `mail.sendLater`: an email is a row, written in the transaction that
 * requires it together with its job. Rolled-back transactions send no email, and committed ones
 * always do. Each email has a separate job, so that a failing address doesn't delay others.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { MailerMessenger, MessageBodyTemplates, NodeMailerMessage } from '@adonisjs/mail/types'
import type { Jobs } from '#app/jobs/jobs'

/** The job that sends an email. */
export const SEND_MAIL = 'curia.send_mail'

/** Options of `mail.sendLater(mail, config)`. */
export interface OutboxConfig {
  /** The email's transaction; by default, a new one. */
  trx?: TransactionClientContract
  isNotice?: boolean
}

export class OutboxMessenger implements MailerMessenger {
  /** @param services opened with the first email */
  constructor(
    readonly services: () => Promise<{
      database: Pick<Database, 'transaction'>
      jobs: Pick<Jobs, 'send'>
    }>
  ) {}

  /** @throws Error for an email with multiple recipients */
  async queue(
    { message, views }: { message: NodeMailerMessage; views: MessageBodyTemplates },
    { trx, isNotice = false }: OutboxConfig = {}
  ): Promise<void> {
    const { database, jobs } = await this.services()
    if (!trx) {
      return database.transaction((own) => this.queue({ message, views }, { trx: own, isNotice }))
    }
    const { to, subject = '', ...rest } = message
    const [{ id }] = await trx
      .table('mails')
      .insert({
        recipient: recipientOf(message),
        subject,
        message: rest,
        views,
        is_notice: isNotice,
      })
      .returning('id')
    await jobs.send(trx, SEND_MAIL, { mail: String(id) })
  }
}

function recipientOf({ to = [], cc, bcc }: NodeMailerMessage): string {
  const [recipient] = to
  if (!recipient || to.length > 1 || cc || bcc)
    throw new Error('An email in the outbox must have exactly one recipient')
  return typeof recipient === 'string' ? recipient : recipient.address
}
