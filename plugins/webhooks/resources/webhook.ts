import { ApiError } from '#app/support/api_error'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { checkNewEndpoint, checkUrl, EndpointError } from '../endpoints/endpoint_rules.js'
import { endpointChanged } from '../endpoints/endpoints.js'
import type { EndpointRow } from '../rows.js'
import { addSecret } from '../endpoints/secrets.js'
import { MAX_URL_LENGTH } from '../delivery/target.js'

export default defineResource({
  path: 'webhooks',
  table: 'webhooks',
  label: 'Webhook',
  description: 'Endpoints for your events: a URL for each type of event and version.',
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
      help: 'Address; https, port 443.',
    }),
    event_type: f.smallint({
      required: true,
      createOnly: true,
      help: 'Code of the kind of event. Read-only after creation.',
    }),
    version: f.smallint({
      createOnly: true,
      help: 'Version of the payload; the newest unless given. Read-only after creation.',
    }),
    public_names: f.boolean({
      help: 'Whether payloads use the names of CourtListener. The default is that of the root the webhook is created below.',
    }),
    enabled: f.boolean({ default: false, help: 'Whether events are sent there.' }),
    failure_count: f.integer({
      readOnly: true,
      help: 'Failed attempts since it was last enabled.',
    }),
    secret: f.responseOnly('string', {
      help: 'What signs the requests. Shown when the webhook is made, and never again.',
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
      values.version = await refusing(() => checkNewEndpoint(trx, caller!.account.id, wanted))
      const row = await save()
      answer.secret = (await addSecret(trx, String(row.id))).secret
    },
    async update({ trx, values, before }, save) {
      if (typeof values.url === 'string') await refusing(() => checkUrl(values.url as string))
      const after = await save()
      await endpointChanged(trx, before as unknown as EndpointRow, after as unknown as EndpointRow)
    },
  },
})

/** Runs a check; its problems are reported as errors of the API. */
async function refusing<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error
    if (error.full) throw ApiError.detail(403, error.message)
    throw new ApiError(400, { [error.field ?? 'non_field_errors']: [error.message] })
  }
}
