import { ApiError } from '#app/support/api_error'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { expireSecrets, sealed } from '../endpoints/secrets.js'
import { makeSecret } from '../delivery/message.js'

export default defineResource({
  path: 'webhook-secrets',
  table: 'webhook_secrets',
  label: 'WebhookSecret',
  description:
    'Signing secrets of your webhooks: the current one and, for a day after rotation, the previous one.',
  versions: ['v4'],
  owned: { through: 'webhook' },
  holdsSecrets: true,
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    date_created: f.created(),
    webhook: f.link('webhooks', { as: 'key', required: true, help: 'ID of the webhook.' }),
    date_expires: f.datetime({
      nullable: true,
      readOnly: true,
      help: 'When it expires; null for the newest.',
    }),
    secret: f.responseOnly('string', {
      help: 'The secret. Returned only when it is created.',
    }),
  },
  filters: { id: filter.number(), webhook: filter.related() },
  ordering: ['id', 'date_created'],
  cursor: ['id', 'date_created'],
  writes: ['create', 'destroy'],
  hooks: {
    async create({ trx, values, answer }, save) {
      await expireSecrets(trx, String(values.webhook_id))
      const secret = makeSecret()
      values.encrypted = sealed(secret)
      await save()
      answer.secret = secret
    },
    async destroy({ before }, remove) {
      if (before.date_expires === null) {
        throw ApiError.detail(400, "The newest secret can't be deleted. Create another one first.")
      }
      await remove()
    },
  },
})
