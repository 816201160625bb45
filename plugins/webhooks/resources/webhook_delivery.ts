import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ApiError } from '#app/support/api_error'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import {
  replayedDelivery,
  sendSoon,
  testDelivery,
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
    event_id: f.text({ readOnly: true, help: 'Its webhook-id and Idempotency-Key.' }),
    status: f.choice(STATUSES, { readOnly: true, help: 'What became of it.' }),
    debug: f.boolean({ readOnly: true, help: 'Whether it is a test event.' }),
    replay_of: f.link('webhook-deliveries', {
      as: 'key',
      column: 'replay_of',
      nullable: true,
      help: 'ID of the delivery it repeats. To repeat one, give its ID; without it a test event is sent.',
    }),
    attempt_count: f.smallint({
      column: 'attempts',
      readOnly: true,
      help: 'Attempts since it was created or resumed.',
    }),
    next_attempt: f.datetime({
      nullable: true,
      readOnly: true,
      help: 'When it is tried next; null when it is not.',
    }),
    status_code: f.smallint({
      nullable: true,
      readOnly: true,
      help: 'Status of the last answer; null when there was none.',
    }),
    date_delivered: f.datetime({ nullable: true, readOnly: true, help: 'When it was accepted.' }),
    // Payloads of alerts have their keys.
    body: f.text({
      readOnly: true,
      credential: true,
      help: 'The text of the request, as it is sent; blank for tokens that may only read.',
    }),
    attempts: f.rows({
      table: 'webhook_attempts',
      column: 'delivery_id',
      order: 'id',
      readOnly: true,
      help: 'Attempts, oldest first.',
      fields: {
        date_created: f.datetime({ readOnly: true, help: 'When it began.' }),
        milliseconds: f.integer({ readOnly: true, help: 'How long it took.' }),
        request_headers: f.json({ readOnly: true, help: 'Request headers.' }),
        status_code: f.smallint({ nullable: true, readOnly: true, help: 'Status of the answer.' }),
        // Some receivers send back what they were sent.
        response_body: f.text({
          readOnly: true,
          credential: true,
          help: 'The first 4096 bytes of the answer; blank for tokens that may only read.',
        }),
        error: f.text({ readOnly: true, help: 'Why there was no answer.' }),
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
      Object.assign(values, await wanted(trx, endpoint, values.replay_of))
      await save()
      await sendSoon(trx, endpoint)
    },
  },
})

async function wanted(
  trx: TransactionClientContract,
  endpoint: EndpointRow,
  replayOf: unknown
): Promise<NewDelivery> {
  if (replayOf === null || replayOf === undefined) {
    const made = await testDelivery(endpoint)
    if (!made) throw ApiError.detail(400, 'Events of this type are no longer sent.')
    return made
  }
  const delivery = await trx.from('webhook_deliveries').where('id', String(replayOf)).first()
  if (String(delivery.webhook_id) !== String(endpoint.id)) {
    throw new ApiError(400, { replay_of: ['This delivery is one of another webhook.'] })
  }
  if (!endpoint.enabled && !delivery.debug)
    throw new ApiError(400, { webhook: ['The webhook is disabled. Enable it first.'] })
  return replayedDelivery(delivery)
}
