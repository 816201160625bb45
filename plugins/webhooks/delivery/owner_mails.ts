/** Emails to owners of failing endpoints. */
import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import { noticeAddress } from '#app/mail/addresses'
import type { EndpointRow } from '../rows.js'
import { WebhookEvents } from '#app/webhooks/webhook_events'
import { absoluteUrl, ViewMail } from '#app/mail/view_mail'

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

class FailingWebhookMail extends WebhookMail {
  readonly view = 'webhooks::mails/failing'
  override subject = `[Action Needed]: Your ${this.webhook.event} webhook is failing.`
}

class DisabledWebhookMail extends WebhookMail {
  readonly view = 'webhooks::mails/disabled'
  override subject = `[Action Needed]: Your ${this.webhook.event} webhook is now disabled.`
}

class StillDisabledWebhookMail extends WebhookMail {
  readonly view = 'webhooks::mails/still_disabled'
  override subject = `[Action Needed]: Your ${this.webhook.event} webhook is still disabled.`
}

const MAILS = {
  failing: FailingWebhookMail,
  stopped: DisabledWebhookMail,
  still_stopped: StillDisabledWebhookMail,
}

@inject()
export class OwnerMails {
  constructor(private events: WebhookEvents) {}

  /** Emails the owner about an endpoint, if their email address is confirmed. */
  async send(
    trx: TransactionClientContract,
    endpoint: Pick<EndpointRow, 'id' | 'user_id' | 'url' | 'event_type'>,
    occasion: keyof typeof MAILS
  ): Promise<void> {
    const recipient = await noticeAddress(trx, endpoint.user_id)
    if (!recipient) return
    const facts = {
      id: endpoint.id,
      event: this.events.getEventLabel(endpoint.event_type),
      url: endpoint.url,
    }
    await mail.sendLater(new MAILS[occasion](recipient, facts), { trx })
  }
}
