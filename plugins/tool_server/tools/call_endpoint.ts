import { API_NAME } from '#app/tools/api_client'
import { defineTool } from '#app/tools/define_tool'
import { endpointArgument } from '#app/tools/endpoints'
import { NUM_RESULTS, startQuery } from '#app/tools/paged_query'
import { endpointQuery } from '../endpoints/endpoint_query.js'

interface Arguments {
  endpoint_id: string
  query?: Record<string, unknown>
  num_results?: number
}

/** A list of the API (tool server, tools 3). */
export default defineTool<Arguments>({
  name: 'call_endpoint',
  title: 'Call API Endpoint',
  description: `Lists records of ${API_NAME} that pass exact filters. Costs one request for 20 results. get_endpoint_schema describes the query; "fields" goes inside of it. More results: get_more_results.`,
  position: 3,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: (catalog) => ({
    type: 'object',
    properties: {
      endpoint_id: endpointArgument(catalog, 'Endpoint whose records are listed.'),
      query: {
        type: 'object',
        additionalProperties: true,
        description:
          'Filters, "fields", "omit" and "order_by", as get_endpoint_schema describes them: {"court": "scotus", "date_filed": {"gte": "1954-01-01"}, "fields": ["id", "case_name"]}.',
      },
      num_results: NUM_RESULTS,
    },
    required: ['endpoint_id'],
  }),
  example: {
    endpoint_id: 'courts',
    query: { jurisdiction: 'F', fields: ['id', 'full_name'], order_by: 'position' },
    num_results: 2,
  },
  async call({ endpoint_id: endpoint, query = {}, num_results: most }, context) {
    const { resources } = context.catalog
    const values = endpointQuery(resources.get(endpoint), query, resources)
    return startQuery({ endpoint, query: values }, most, context)
  },
})
