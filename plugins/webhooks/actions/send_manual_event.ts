import { randomUUID } from 'node:crypto'
import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import { WebhookEvents } from '#app/webhooks/webhook_events'
import { CREATED, envelope } from '../delivery/message.js'
import { queueFor } from '../delivery/queues.js'
import type Webhook from '../models/webhook.js'
import WebhookDelivery from '../models/webhook_delivery.js'
import type { DeliveryRow, EndpointRow } from '../rows.js'

/** Columns of a new delivery. */
export interface NewDelivery {
  webhook_id: string
  event_id: string
  body: string
  debug: boolean
  replay_of?: string
}

/** Sends test events and resends events. */
@inject()
export class SendManualEvent {
  constructor(
    private events: WebhookEvents,
    private jobs: Jobs
  ) {}

  /** @returns false if no plugin declares the event type */
  async test(trx: TransactionClientContract, webhook: Webhook): Promise<boolean> {
    const delivery = await this.testDelivery(trx, String(webhook.id))
    if (delivery) await this.#send(trx, webhook, delivery)
    return !!delivery
  }

  /** Resends a delivery with the same event ID. */
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

  /**
   * Builds a test event. It is attempted once, and failures don't count.
   *
   * @returns undefined if no plugin declares the event type
   */
  async testDelivery(trx: TransactionClientContract, id: string): Promise<NewDelivery | undefined> {
    const { created, ...endpoint } = await trx
      .from('webhooks as w')
      .where('w.id', id)
      .select('w.event_type', 'w.version', 'w.public_names')
      .select(trx.raw(CREATED))
      .firstOrFail()
    const event = this.events.coded(endpoint.event_type)
    if (!event) return undefined
    const payload = event.example(endpoint.version)
    return {
      webhook_id: id,
      event_id: randomUUID(),
      body: envelope(this.events, endpoint, { event, payload, created }),
      debug: true,
    }
  }

  /** Queues the deliveries of an endpoint. */
  async sendSoon(
    trx: TransactionClientContract,
    { id, is_slow: slow }: Pick<EndpointRow, 'id' | 'is_slow'>
  ): Promise<void> {
    await this.jobs.send(trx, queueFor(slow), { webhook: String(id) })
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
    await this.sendSoon(trx, { id: String(id), is_slow: isSlow })
  }
}

/** A copy of a delivery with the same event ID. */
export function replayedDelivery(
  delivery: Pick<DeliveryRow, 'id' | 'webhook_id' | 'event_id' | 'body' | 'debug'>
): NewDelivery {
  const { id, webhook_id: webhook, event_id: event, body, debug } = delivery
  return { webhook_id: webhook, event_id: event, body, debug, replay_of: id }
}
