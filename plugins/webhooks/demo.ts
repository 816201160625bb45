import app from '@adonisjs/core/services/app'
import type { DemoRecords } from '#core/define_plugin'
import { SendManualEvent } from './actions/send_manual_event.js'
import { STATUS } from './rows.js'
import { WebhookEvents } from '#app/webhooks/webhook_events'

/** Outcome of the delivery to each endpoint. */
const OUTCOMES = [
  { status: STATUS.delivered, code: 200, milliseconds: 41 },
  { status: STATUS.failed, code: 500, milliseconds: 1320 },
]

/** Disabled endpoints of the demo account, each with a test event that was never sent. */
export default async function demo({ trx, create }: DemoRecords): Promise<void> {
  const webhookEvents = await app.container.make(WebhookEvents)
  const manualEvent = await app.container.make(SendManualEvent)
  for (const [at, { code, name }] of webhookEvents.all().slice(0, OUTCOMES.length).entries()) {
    const id = await create('webhooks', {
      url: `https://example.com/hooks/${name}`,
      event_type: code,
    })
    const outcome = OUTCOMES[at]!
    const now = new Date()
    const [delivery] = await trx
      .table('webhook_deliveries')
      .insert({
        ...(await manualEvent.testDelivery(trx, String(id))),
        status: outcome.status,
        attempts: 1,
        next_attempt: null,
        status_code: outcome.code,
        date_delivered: outcome.status === STATUS.delivered ? now : null,
      })
      .returning('id')
    await trx.table('webhook_attempts').insert({
      date_created: now,
      delivery_id: delivery.id,
      milliseconds: outcome.milliseconds,
      request_headers: JSON.stringify({ 'Content-Type': 'application/json' }),
      status_code: outcome.code,
      response_body: 'Part of the demo account; nothing was sent.',
    })
  }
}
