import { defineTool } from '#app/tools/define_tool'

/** Reports the account's rate limits and requests. */
export default defineTool<Record<string, never>>({
  name: 'get_api_usage',
  title: 'Get API Usage',
  description:
    'Returns what the account used of its rate limits, what remains and when more is free, and its requests of the last 15 days. Counts in a limit of its own.',
  after: 'get_docket_sheet',
  extra: true,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: () => ({ type: 'object', properties: {} }),
  example: {},
  call: (_, { api }) => api.get('api-usage/'),
})
