import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import {
  replayedDelivery,
  sendSoon,
  testDelivery,
  type NewDelivery,
} from '../delivery/manual_deliveries.js'
import type Webhook from '../models/webhook.js'
import WebhookDelivery from '../models/webhook_delivery.js'

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
