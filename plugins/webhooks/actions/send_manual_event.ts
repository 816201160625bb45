import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type Webhook from '../models/webhook.js'
import WebhookDelivery from '../models/webhook_delivery.js'
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { envelope } from '../delivery/message.js'
import { queueFor } from '../delivery/queues.js'
import type { DeliveryRow, EndpointRow } from '../rows.js'
import { WebhookEvents } from '#app/webhooks/webhook_events'
import { Jobs } from '#app/jobs/jobs'

/** Sends what an owner asks for: a test event, or an event once more. */
export class SendManualEvent {
  /** @returns false when no plugin knows the event any more */
  async test(trx: TransactionClientContract, webhook: Webhook): Promise<boolean> {
    const { eventType, version, publicNames } = webhook
    const delivery = await testDelivery({
      id: String(webhook.id),
      event_type: eventType,
      version,
      public_names: publicNames,
    })
    if (delivery) await this.#send(trx, webhook, delivery)
    return !!delivery
  }

  /** Sends a delivery again, under the same event ID. */
  async again(
    trx: TransactionClientContract,
    webhook: Webhook,
    { id, eventId, body, debug }: WebhookDelivery
  ): Promise<void> {
    const delivery = {
      id: String(id),
      webhook_id: String(webhook.id),
      event_id: eventId,
      body,
      debug,
    }
    await this.#send(trx, webhook, replayedDelivery(delivery))
  }

  async #send(
    trx: TransactionClientContract,
    { id, isSlow }: Webhook,
    { event_id: eventId, body, debug, replay_of: replayOf }: NewDelivery
  ): Promise<void> {
    await WebhookDelivery.create(
      { webhookId: id, eventId, body, debug, replayOf: replayOf ? Number(replayOf) : null },
      { client: trx }
    )
    await sendSoon(trx, { id: String(id), is_slow: isSlow })
  }
}

/** Columns of a new delivery. */
export interface NewDelivery {
  webhook_id: string
  event_id: string
  body: string
  debug: boolean
  replay_of?: string
}

/** A made-up event, tried once and not counted. Undefined when no plugin knows the event any more. */
export async function testDelivery(
  endpoint: Pick<EndpointRow, 'id' | 'event_type' | 'version' | 'public_names'>
): Promise<NewDelivery | undefined> {
  const webhookEvents = await app.container.make(WebhookEvents)
  const event = webhookEvents.coded(endpoint.event_type)
  if (!event) return undefined
  const payload = event.example(endpoint.version)
  return {
    webhook_id: endpoint.id,
    event_id: randomUUID(),
    body: envelope(webhookEvents, endpoint, { event, payload, happened: new Date() }),
    debug: true,
  }
}

/** The same event under the same ID. */
export function replayedDelivery(
  delivery: Pick<DeliveryRow, 'id' | 'webhook_id' | 'event_id' | 'body' | 'debug'>
): NewDelivery {
  const { id, webhook_id: webhook, event_id: event, body, debug } = delivery
  return { webhook_id: webhook, event_id: event, body, debug, replay_of: id }
}

/** Queues the delivery of manual events of an endpoint. */
export async function sendSoon(
  trx: TransactionClientContract,
  { id, is_slow: slow }: Pick<EndpointRow, 'id' | 'is_slow'>
): Promise<void> {
  await (await app.container.make(Jobs)).send(trx, queueFor(slow), { webhook: String(id) })
}
