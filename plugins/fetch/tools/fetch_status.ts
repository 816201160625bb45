import { defineTool } from '#app/tools/define_tool'

/** What became of a request to fetch from the court system. */
export default defineTool<{ fetch_id: number }>({
  name: 'fetch_status',
  title: 'Fetch Status',
  description:
    'Returns the state of a request of the account to fetch from the court system: its status and message, why it failed and whether it may be sent again, what it cost, and the docket and document it led to. Read these with get_docket_sheet and read_document. Counts in the limit for fetching.',
  after: 'get_api_usage',
  extra: true,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: () => ({
    type: 'object',
    properties: {
      fetch_id: { type: 'integer', minimum: 1, description: 'ID of the request.' },
    },
    required: ['fetch_id'],
  }),
  call: ({ fetch_id: id }, { api }) => api.get(`archive-fetch/${id}/`, { include: 'details' }),
})
