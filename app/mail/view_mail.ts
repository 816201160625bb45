/**
 * An email to one address, with its two bodies in Edge views: `mails/welcome`
 * (HTML) and `mails/welcome_text`. The views are rendered when it is sent.
 */
import { BaseMail } from '@adonisjs/mail'
import type { MailerContract } from '@adonisjs/mail/types'
import type { OutboxConfig } from './outbox_messenger.js'
import { settings } from '#start/env'

export abstract class ViewMail extends BaseMail {
  abstract override subject: string
  /** Subscribed to rather than asked for just now: not sent to an address that refuses email. */
  isNotice = false

  constructor(readonly recipient: string) {
    super()
  }

  /**
   * Names the views and what they show.
   *
   * @param view of the HTML, `alerts::mails/hits`; the text's ends in `_text`
   * @param data JSON: it is stored until the email is sent
   */
  protected useViews(view: string, data: Record<string, unknown>): void {
    const shown = { ...data, subject: this.subject }
    this.message.to(this.recipient).htmlView(view, shown).textView(`${view}_text`, shown)
  }

  /** What it is about, for X-Entity-Ref-ID: `docket.alert:12`. */
  protected about(entity: string): void {
    this.message.header('X-Entity-Ref-ID', entity)
  }

  /** URL that unsubscribes by one POST (RFC 8058). */
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
 * The URL of a page. Never from the request: a client could choose where a link leads.
 *
 * @param path with its query string
 */
export function absoluteUrl(path: string): string {
  return `${settings.appUrl ?? `http://${settings.host}:${settings.port}`}${path}`
}
