import { defineTool } from '#app/tools/define_tool'
import { countQuery, QUERY_ID, continueQuery, NUM_RESULTS } from '#app/tools/paged_query'

interface Arguments {
  query_id: string
}

/** Number of results of a query (tool server, tools 6). */
const getCounts = defineTool<Arguments>({
  name: 'get_counts',
  title: 'Get Result Count',
  description:
    'Returns the total number of results of search or call_endpoint. Costs at most one API request, or none if the number is known.',
  after: 'get_choices',
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

interface Arguments {
  query_id: string
  num_results?: number
}

/** More results of a query (tool server, tools 7). */
const getMoreResults = defineTool<Arguments>({
  name: 'get_more_results',
  title: 'Get More Results',
  description:
    'Returns the next results of search or call_endpoint with the same fields. Each call continues after the previous one. Costs one API request per 20 results.',
  after: 'get_counts',
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

export default [getCounts, getMoreResults]
