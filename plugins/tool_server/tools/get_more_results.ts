import { defineTool } from '#app/tools/define_tool'
import { continueQuery, NUM_RESULTS, QUERY_ID } from '#app/tools/paged_query'

interface Arguments {
  query_id: string
  num_results?: number
}

/** The following results of a query (tool server, tools 7). */
export default defineTool<Arguments>({
  name: 'get_more_results',
  title: 'Get More Results',
  description:
    'Returns the following results of a search or call_endpoint, with the same fields. Each call continues where the last one ended. Costs one request for 20 results.',
  position: 7,
  hints: { readOnly: true, destructive: false, idempotent: false, openWorld: false },
  input: () => ({
    type: 'object',
    properties: { query_id: QUERY_ID, num_results: NUM_RESULTS },
    required: ['query_id'],
  }),
  async call({ query_id: id, num_results: most }, context) {
    const results = await continueQuery(id, most, context)
    return results ?? `No more results available for query '${id}'.`
  },
})
