import { defineTool } from '#app/tools/define_tool'
import { countQuery, QUERY_ID } from '#app/tools/paged_query'

interface Arguments {
  query_id: string
}

/** The number of results of a query (tool server, tools 6). */
export default defineTool<Arguments>({
  name: 'get_counts',
  title: 'Get Result Count',
  description:
    'Returns the number of all results of a search or call_endpoint. Costs one request at most, and none where the number is known.',
  position: 6,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: () => ({
    type: 'object',
    properties: { query_id: QUERY_ID },
    required: ['query_id'],
  }),
  async call({ query_id: id }, context) {
    return { count: await countQuery(id, context) }
  },
})
