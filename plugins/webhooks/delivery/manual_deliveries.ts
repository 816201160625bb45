/**
 * Deliveries an owner asks for: test events, and events once more.
 */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { envelope } from './envelope.js'
import { queueFor } from './queues.js'
import type { DeliveryRow, EndpointRow } from '../rows.js'
import { WebhookEvents } from '#app/webhooks/webhook_events'
import { Jobs } from '#app/jobs/jobs'

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
