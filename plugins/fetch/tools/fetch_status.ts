import { defineTool } from '#app/tools/define_tool'
import { recordOutput } from '#app/tools/output_schema'

/** Status of a fetch request. */
export default defineTool<{ fetch_id: number }>({
  name: 'fetch_status',
  title: 'Fetch Status',
  description:
    "Returns one of the account's fetch requests to the court system: status, message, error and whether to retry, cost, and the fetched docket and document. Read these with get_docket_sheet and read_document. Counts toward the fetch rate limit.",
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
  output: ({ resources }) => recordOutput(resources, [resources.get('archive-fetch')]),
  call: ({ fetch_id: id }, { api }) => api.get(`archive-fetch/${id}/`, { include: 'details' }),
})
