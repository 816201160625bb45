import { defineTool } from '#app/tools/define_tool'
import { endpointOutput } from '#app/tools/output_schema'

/** Reports the account's rate limits and requests. */
export default defineTool<Record<string, never>>({
  name: 'get_api_usage',
  title: 'Get API Usage',
  description:
    'Returns the used and remaining requests of each rate limit of the account, when each limit resets, and requests per day in the last 15 days. Has its own rate limit.',
  after: 'get_docket_sheet',
  extra: true,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: () => ({ type: 'object', properties: {} }),
  output: (catalog) => endpointOutput('api-usage', catalog),
  example: {},
  call: (_, { api }) => api.get('api-usage/'),
})
