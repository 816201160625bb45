import { ApiError } from '#app/support/api_error'
import type { ApiRequest } from '#api/api_request'
import { defineEndpoint } from '#api/define_endpoint'
import { bodyWarning, readEndpointBody } from '#api/writes/endpoint_body'
import { PluginHost } from '#core/plugin_host'
import { CountPageView, VIEWED } from '../actions/count_views.js'

/** Archives of earlier versions have IDs with 13 digits. */
const LABEL = new RegExp(`^([${Object.keys(VIEWED).join('')}])\\.(\\d{1,15}):view$`)

/** `POST /increment-event/`: counts a page view. */
export default defineEndpoint({
  path: 'increment-event',
  label: 'Increment Event',
  description: 'Counts a page view of a docket, person, or opinion cluster.',
  access: { scopes: ['events'], anonymousScopes: ['events'] },
  methods: { POST: increment },
  body: {
    type: 'object',
    required: ['label'],
    properties: { label: { type: 'string', pattern: LABEL.source, examples: ['d.501:view'] } },
  },
  answerStatus: 202,
  errorStatuses: [404],
  answer: {
    type: 'object',
    required: ['label', 'value'],
    properties: {
      label: { type: 'string', examples: ['d.501:view'] },
      value: { type: 'integer', description: 'Views so far.' },
    },
  },
})

async function increment(request: ApiRequest) {
  const { ctx } = request
  const {
    body: { label },
    ignored,
  } = await readEndpointBody(request, ['label'])
  const [, kind, key] = LABEL.exec(typeof label === 'string' ? label : '') ?? []
  if (!kind) {
    throw new ApiError(400, {
      label: [
        'Enter "d" (docket), "p" (person), or "o" (opinion cluster), a period, the ID, and ":view".',
      ],
    })
  }
  const { resources } = await ctx.containerResolver.make(PluginHost)
  const viewed = resources.all().find(({ path }) => path === VIEWED[kind])
  const value =
    viewed &&
    (await new CountPageView().handle(await ctx.containerResolver.make('lucid.db'), {
      label: `${kind}.${Number(key)}:view`,
      table: viewed.table,
      key: key!,
    }))
  if (value === undefined) throw ApiError.detail(404, "This record isn't in the archive.")
  return { status: 202, body: { label, value }, headers: bodyWarning(ignored) }
}
