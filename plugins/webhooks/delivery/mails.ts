/**
 * Emails to owners of webhooks that fail.
 */
import { absoluteUrl } from '#app/mail/absolute_url'
import { ViewMail } from '#app/mail/view_mail'

interface WebhookFacts {
  id: number | string
  /** Label of its event. */
  event: string
  url: string
}

abstract class WebhookMail extends ViewMail {
  override isNotice = true
  /** Its view. */
  abstract readonly view: string

  constructor(
    recipient: string,
    readonly webhook: WebhookFacts
  ) {
    super(recipient)
  }

  prepare() {
    const { id, event, url } = this.webhook
    this.useViews(this.view, { event, url, page: absoluteUrl(`/profile/webhooks/${id}/`) })
  }
}

export class FailingWebhookMail extends WebhookMail {
  readonly view = 'webhooks::mails/failing'
  override subject = `[Action Needed]: Your ${this.webhook.event} webhook is failing.`
}

export class DisabledWebhookMail extends WebhookMail {
  readonly view = 'webhooks::mails/disabled'
  override subject = `[Action Needed]: Your ${this.webhook.event} webhook is now disabled.`
}

export class StillDisabledWebhookMail extends WebhookMail {
  readonly view = 'webhooks::mails/still_disabled'
  override subject = `[Action Needed]: Your ${this.webhook.event} webhook is still disabled.`
}
