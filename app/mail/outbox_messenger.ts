/**
 * The messenger of `mail.sendLater`: an email is a row, written in the
 * transaction that makes it necessary together with the job that sends it.
 * Nothing is announced that was rolled back, and nothing committed is lost.
 * Each is a job of its own, so that an address that fails delays no other.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { MailerMessenger, MessageBodyTemplates, NodeMailerMessage } from '@adonisjs/mail/types'
import type { Jobs } from '#app/jobs/jobs'

/** The job that sends an email. */
export const SEND_MAIL = 'curia.send_mail'

/** What `mail.sendLater(mail, config)` takes. */
export interface OutboxConfig {
  /** The transaction the email belongs to; without one it gets its own. */
  trx?: TransactionClientContract
  isNotice?: boolean
}

export class OutboxMessenger implements MailerMessenger {
  /** @param services made when the first email is written */
  constructor(
    readonly services: () => Promise<{
      database: Pick<Database, 'transaction'>
      jobs: Pick<Jobs, 'send'>
    }>
  ) {}

  /** @throws Error for an email to several recipients, which is several emails */
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
    throw new Error('An email of the outbox has exactly one recipient')
  return typeof recipient === 'string' ? recipient : recipient.address
}
