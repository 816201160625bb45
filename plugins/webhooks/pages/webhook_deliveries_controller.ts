import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import { requireAccount } from '#api/rights'
import { SendManualEvent } from '../actions/send_manual_event.js'
import Webhook from '../models/webhook.js'
import WebhookAttempt from '../models/webhook_attempt.js'
import WebhookDelivery from '../models/webhook_delivery.js'
import { STATUS_WORDS } from '../rows.js'
import { notify } from '#app/console/forms'
import { updateWebhook } from './webhooks_controller.js'
import { WebhookEvents } from '#app/webhooks/webhook_events'

/** Deliveries of an account's webhook, test events, and resends. */
@inject()
export default class WebhookDeliveriesController {
  constructor(
    private database: Database,
    private events: WebhookEvents,
    private manualEvent: SendManualEvent
  ) {}

  async show(ctx: HttpContext) {
    const webhook = await Webhook.findByAccount(requireAccount(ctx).account.id, ctx.params.id)
    const delivery =
      webhook && (await WebhookDelivery.findByWebhook(webhook.id, ctx.params.delivery))
    if (!delivery) throw ApiError.detail(404, 'Not found.')
    return ctx.view.render('webhooks::webhook_delivery', {
      webhook,
      event: this.events.getEventLabel(webhook.eventType),
      words: STATUS_WORDS,
      delivery,
      attempts: await WebhookAttempt.ofDelivery(delivery.id),
    })
  }

  async test(ctx: HttpContext) {
    let sent = true
    const path = await updateWebhook(ctx, this.database, async (trx, webhook) => {
      sent = await this.manualEvent.test(trx, webhook)
    })
    notify(ctx, sent ? 'Test event queued.' : 'Events of this type are no longer sent.')
    return ctx.response.redirect(path)
  }

  async replay(ctx: HttpContext) {
    let message = 'The event is being resent.'
    const path = await updateWebhook(ctx, this.database, async (trx, webhook) => {
      const { delivery: id } = ctx.params
      const delivery = await WebhookDelivery.findByWebhook(webhook.id, id, { client: trx })
      if (!delivery) throw ApiError.detail(404, 'Not found.')
      if (webhook.enabled || delivery.debug) await this.manualEvent.again(trx, webhook, delivery)
      else message = 'The webhook is disabled. Enable it first.'
    })
    notify(ctx, message)
    return ctx.response.redirect(path)
  }
}
