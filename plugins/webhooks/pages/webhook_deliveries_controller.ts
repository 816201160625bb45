import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import { requireAccount } from '#api/rights'
import { replayedDelivery, sendSoon, testDelivery } from '../delivery/manual_deliveries.js'
import { deliveryOf, ownEndpoint } from '../endpoints/owner_webhooks.js'
import { STATUS_WORDS } from '../statuses.js'
import { notify } from '#app/console/forms'
import { updateWebhook } from './webhooks_controller.js'
import { WebhookEvents } from '#app/webhooks/webhook_events'

/** What was sent to a webhook, and what its owner has sent. */
export default class WebhookDeliveriesController {
  async show(ctx: HttpContext) {
    const database = await app.container.make('lucid.db')
    const endpoint = await ownEndpoint(database, requireAccount(ctx).account.id, ctx.params.id)
    const found = endpoint && (await deliveryOf(database, endpoint.id, ctx.params.delivery))
    if (!found) throw ApiError.detail(404, 'Not found.')
    const webhookEvents = await app.container.make(WebhookEvents)
    return ctx.view.render('webhooks::webhook_delivery', {
      endpoint,
      event: webhookEvents.labelOf(endpoint!.event_type),
      words: STATUS_WORDS,
      ...found,
    })
  }

  async test(ctx: HttpContext) {
    let sent = true
    const path = await updateWebhook(ctx, async (trx, endpoint) => {
      const delivery = await testDelivery(endpoint)
      sent = !!delivery
      if (!delivery) return
      await trx.table('webhook_deliveries').insert(delivery)
      await sendSoon(trx, endpoint)
    })
    notify(ctx, sent ? 'A test event is on its way.' : 'Events of this type are no longer sent.')
    return ctx.response.redirect(path)
  }

  async replay(ctx: HttpContext) {
    let said = 'The event is being resent.'
    const path = await updateWebhook(ctx, async (trx, endpoint) => {
      const found = await deliveryOf(trx, endpoint.id, ctx.params.delivery)
      if (!found) throw ApiError.detail(404, 'Not found.')
      if (!endpoint.enabled && !found.delivery.debug) {
        said = 'The webhook is disabled. Enable it first.'
        return
      }
      await trx.table('webhook_deliveries').insert(replayedDelivery(found.delivery))
      await sendSoon(trx, endpoint)
    })
    notify(ctx, said)
    return ctx.response.redirect(path)
  }
}
