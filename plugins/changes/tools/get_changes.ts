import { defineTool } from '#app/tools/define_tool'
import { endpointOutput } from '#app/tools/output_schema'
import { MAX_CHANGES, OLDEST } from '../feed/feed_request.js'
import type { QueryValues } from '#app/tools/api_client'

interface Arguments {
  since?: string
  resource?: string[]
  limit?: number
  wait?: number
}

/** Changes per call by default, so that results stay short. */
const DEFAULT_LIMIT = 50
/** The timeout of some clients is not much longer. */
const MAX_WAIT = 30

/** Lists changes of records. */
export default defineTool<Arguments>({
  name: 'get_changes',
  title: 'Get Changes',
  description:
    'Lists which records were created, updated, deleted, merged, or sealed, in order. Call it without "since" for the current cursor, and later with that cursor for the changes after it. Each call returns the next cursor. Use call_endpoint to read the records.',
  after: 'fetch_status',
  extra: true,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: () => ({
    type: 'object',
    properties: {
      since: {
        type: 'string',
        description: `The cursor of an earlier call, or "${OLDEST}" for all changes still available.`,
      },
      resource: {
        type: 'array',
        items: { type: 'string' },
        maxItems: 50,
        description: 'Names of resources, such as "dockets"; all by default.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_CHANGES,
        default: DEFAULT_LIMIT,
        description: 'Maximum number of changes.',
      },
      wait: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_WAIT,
        default: 0,
        description: 'Seconds to wait for the first change.',
      },
    },
  }),
  output: (catalog) => endpointOutput('changes', catalog),
  example: { resource: ['dockets', 'docket-entries'] },
  call: ({ since, resource, limit = DEFAULT_LIMIT, wait }, { api }) => {
    const query: QueryValues = { since, resource: resource?.join(','), limit, wait }
    return api.get('changes/', query)
  },
})
