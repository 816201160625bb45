import { defineTool } from '#app/tools/define_tool'
import { endpointArgument } from '#app/tools/endpoints'
import { endpointSchema } from '../endpoints/endpoint_schema.js'

interface Arguments {
  endpoint_id: string
}

/** What the lists of the API take (tool server, tools 2). */
export default defineTool<Arguments>({
  name: 'get_endpoint_schema',
  title: 'Get Endpoint Schema',
  description:
    'Returns the JSON Schema of the query of an endpoint: its filters with their lookups and codes, orderings and fields. Costs no request. Call it before call_endpoint.',
  position: 2,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: (catalog) => ({
    type: 'object',
    properties: {
      endpoint_id: endpointArgument(catalog, 'Endpoint whose query is described.'),
    },
    required: ['endpoint_id'],
  }),
  example: { endpoint_id: 'docket-entries' },
  async call({ endpoint_id: endpoint }, { catalog }) {
    return endpointSchema(catalog.resources.get(endpoint))
  },
})
