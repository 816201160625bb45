/**
 * An email to one recipient, with two bodies as Edge views: `mails/welcome` (HTML) and
 * `mails/welcome_text`. The views are rendered when it is sent.
 */
import { BaseMail } from '@adonisjs/mail'
import type { MailerContract } from '@adonisjs/mail/types'
import type { OutboxConfig } from './outbox_messenger.js'
import { settings } from '#start/env'

export abstract class ViewMail extends BaseMail {
  abstract override subject: string
  /**
   * Whether it is a notice that the recipient didn't request: notices are not sent to bouncing
   * addresses.
   */
  isNotice = false

  constructor(readonly recipient: string) {
    super()
  }

  /**
   * Sets the views and their data.
   *
   * @param view of the HTML body: `alerts::mails/hits`; the text view ends in `_text`
   * @param data JSON, stored until the email is sent
   */
  protected useViews(view: string, data: Record<string, unknown>): void {
    const shown = { ...data, subject: this.subject }
    this.message.to(this.recipient).htmlView(view, shown).textView(`${view}_text`, shown)
  }

  /** The subject for X-Entity-Ref-ID: `docket.alert:12`. */
  protected about(entity: string): void {
    this.message.header('X-Entity-Ref-ID', entity)
  }

  /** URL for one-click unsubscribing by POST (RFC 8058). */
  protected unsubscribeAt(url: string): void {
    this.message.listUnsubscribe(url, { oneClick: true })
  }

  override sendLater<T extends MailerContract<any>>(
    mailer: T,
    config?: OutboxConfig
  ): Promise<void> {
    return super.sendLater(mailer, { ...config, isNotice: this.isNotice })
  }
}

/**
 * The URL of a page. Never derived from the request: a client could then choose the host of a
 * link.
 *
 * @param path with its query string
 */
export function absoluteUrl(path: string): string {
  return `${settings.appUrl ?? `http://${settings.host}:${settings.port}`}${path}`
}
