import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { EndpointError, Endpoints } from '../endpoints/endpoints.js'
import type { EndpointRow } from '../rows.js'
import { addSecret } from '../endpoints/secrets.js'
import { MAX_URL_LENGTH } from '../delivery/target.js'

export default defineResource({
  path: 'webhooks',
  table: 'webhooks',
  label: 'Webhook',
  description: 'Your webhooks: one URL for each event type and version.',
  versions: ['v4'],
  owned: {},
  holdsSecrets: true,
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    url: f.address({
      required: true,
      maxLength: MAX_URL_LENGTH,
      help: 'URL with https and port 443.',
    }),
    event_type: f.smallint({
      required: true,
      createOnly: true,
      help: 'Code of the event type. Read-only after creation.',
    }),
    version: f.smallint({
      createOnly: true,
      help: 'Version of the payload. Defaults to the newest. Read-only after creation.',
    }),
    public_names: f.boolean({
      help: 'Whether payloads use CourtListener field names. Defaults to true for webhooks created under the CourtListener root.',
    }),
    enabled: f.boolean({ default: false, help: 'Whether events are sent.' }),
    failure_count: f.integer({
      readOnly: true,
      help: 'Failed attempts since it was last enabled.',
    }),
    secret: f.responseOnly('string', {
      help: 'Signing secret. Returned only when the webhook is created.',
    }),
  },
  filters: {
    id: filter.number(),
    event_type: filter.number(),
    version: filter.number(),
    enabled: filter.boolean(),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
  writes: ['create', 'update', 'destroy'],
  hooks: {
    async create({ trx, caller, values, answer, publicNames }, save) {
      values.public_names ??= publicNames ?? false
      const wanted = values as { url: string; event_type: number; version?: number }
      const endpoints = await app.container.make(Endpoints)
      values.version = await refusing(() => endpoints.checkNew(trx, caller!.account.id, wanted))
      const row = await save()
      answer.secret = (await addSecret(trx, String(row.id))).secret
    },
    async update({ trx, values, before }, save) {
      const endpoints = await app.container.make(Endpoints)
      const { url } = values
      if (typeof url === 'string') await refusing(() => endpoints.checkUrl(url))
      const after = await save()
      await endpoints.changed(
        trx,
        before as unknown as EndpointRow,
        after as unknown as EndpointRow
      )
    },
  },
})

/** Runs a check, and reports its problems as API errors. */
async function refusing<T>(check: () => T | Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error
    if (error.full) throw ApiError.detail(403, error.message)
    throw new ApiError(400, { [error.field ?? 'non_field_errors']: [error.message] })
  }
}
