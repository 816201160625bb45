import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ApiError } from '#app/support/api_error'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import {
  replayedDelivery,
  SendManualEvent,
  type NewDelivery,
} from '../actions/send_manual_event.js'
import { type EndpointRow, STATUS_WORDS } from '../rows.js'

const STATUSES = Object.entries(STATUS_WORDS).map(([value, word]) => ({
  value: Number(value),
  display_name: word,
}))

export default defineResource({
  path: 'webhook-deliveries',
  table: 'webhook_deliveries',
  label: 'WebhookDelivery',
  description: 'Deliveries to your webhooks in the last 90 days, with their responses.',
  versions: ['v4'],
  owned: { through: 'webhook' },
  holdsSecrets: true,
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    webhook: f.link('webhooks', { as: 'key', required: true, help: 'ID of the webhook.' }),
    event_id: f.text({ readOnly: true, help: 'Event ID, sent as webhook-id and Idempotency-Key.' }),
    status: f.choice(STATUSES, { readOnly: true, help: 'Delivery status.' }),
    debug: f.boolean({ readOnly: true, help: 'Whether it is a test event.' }),
    replay_of: f.link('webhook-deliveries', {
      as: 'key',
      column: 'replay_of',
      nullable: true,
      help: 'ID of the original delivery. Send an ID to resend that delivery, or omit it to send a test event.',
    }),
    attempt_count: f.smallint({
      column: 'attempts',
      readOnly: true,
      help: 'Attempts since it was created or resumed.',
    }),
    next_attempt: f.datetime({
      nullable: true,
      readOnly: true,
      help: 'Time of the next attempt; null if nothing is scheduled.',
    }),
    status_code: f.smallint({
      nullable: true,
      readOnly: true,
      help: 'HTTP status of the last response; null without a response.',
    }),
    date_delivered: f.datetime({
      nullable: true,
      readOnly: true,
      help: 'When the receiver accepted it.',
    }),
    // Payloads of alerts contain their secret keys.
    body: f.text({
      readOnly: true,
      credential: true,
      help: 'Request body; empty for read-only tokens.',
    }),
    attempts: f.rows({
      table: 'webhook_attempts',
      column: 'delivery_id',
      order: 'id',
      readOnly: true,
      help: 'Attempts, oldest first.',
      fields: {
        date_created: f.datetime({ readOnly: true, help: 'Start time.' }),
        milliseconds: f.integer({ readOnly: true, help: 'Duration.' }),
        request_headers: f.json({ readOnly: true, help: 'Request headers.' }),
        status_code: f.smallint({
          nullable: true,
          readOnly: true,
          help: 'HTTP status of the response.',
        }),
        // Some receivers echo the request.
        response_body: f.text({
          readOnly: true,
          credential: true,
          help: 'First 4,096 bytes of the response; empty for read-only tokens.',
        }),
        error: f.text({ readOnly: true, help: 'Why there was no response.' }),
      },
    }),
  },
  filters: {
    id: filter.number(),
    webhook: filter.related(),
    status: filter.choice('in'),
    debug: filter.boolean(),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
  writes: ['create'],
  hooks: {
    async create({ trx, values }, save) {
      const webhookId = String(values.webhook_id)
      const endpoint = (await trx.from('webhooks').where('id', webhookId).first()) as EndpointRow
      const manualEvent = await app.container.make(SendManualEvent)
      const delivery =
        values.replay_of === null || values.replay_of === undefined
          ? await testOf(trx, webhookId, manualEvent)
          : await replayOf(trx, endpoint, values.replay_of)
      Object.assign(values, delivery)
      await save()
      await manualEvent.sendSoon(trx, endpoint)
    },
  },
})

async function testOf(
  trx: TransactionClientContract,
  webhookId: string,
  manualEvent: SendManualEvent
): Promise<NewDelivery> {
  const delivery = await manualEvent.testDelivery(trx, webhookId)
  if (!delivery) throw ApiError.detail(400, 'Events of this type are no longer sent.')
  return delivery
}

async function replayOf(
  trx: TransactionClientContract,
  endpoint: EndpointRow,
  id: unknown
): Promise<NewDelivery> {
  const delivery = await trx.from('webhook_deliveries').where('id', String(id)).first()
  if (String(delivery.webhook_id) !== String(endpoint.id)) {
    throw new ApiError(400, { replay_of: ['This delivery belongs to another webhook.'] })
  }
  if (!endpoint.enabled && !delivery.debug)
    throw new ApiError(400, { webhook: ['The webhook is disabled. Enable it first.'] })
  return replayedDelivery(delivery)
}
