import { defineTool, ToolText } from '#app/tools/define_tool'
import { readableResources } from '#app/tools/endpoints'
import { recordOutput, searchResultOutput, mergeSchemas } from '#app/tools/output_schema'
import {
  continueQuery,
  countQuery,
  NUM_RESULTS,
  QUERY_ID,
  queryOutput,
} from '#app/tools/paged_query'

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
  output: () => ({
    type: 'object',
    properties: { count: { type: 'integer' } },
    required: ['count'],
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
  output: (catalog) =>
    queryOutput(
      mergeSchemas([
        searchResultOutput(catalog),
        recordOutput(catalog.resources, readableResources(catalog)),
      ])
    ),
  async call({ query_id: id, num_results: most }, context) {
    const results = await continueQuery(id, most, context)
    const none = `No more results available for query '${id}'.`
    return results ?? new ToolText(none, { query_id: id, results: [] })
  },
})

export default [getCounts, getMoreResults]
