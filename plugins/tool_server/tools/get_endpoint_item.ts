import { API_NAME } from '#app/tools/api_client'
import { defineTool } from '#app/tools/define_tool'
import { endpointArgument, FIELDS, fieldList } from '#app/tools/endpoints'
import { checkFields } from '../endpoints/endpoint_query.js'

interface Arguments {
  endpoint_id: string
  item_id: string | number
  fields?: string[] | string
}

/** A record by its ID (tool server, tools 4). */
export default defineTool<Arguments>({
  name: 'get_endpoint_item',
  title: 'Get Item by ID',
  description: `Returns one record of ${API_NAME} by its ID, as the API does. Costs one request. Name the fields you need: texts make records long.`,
  position: 4,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: (catalog) => ({
    type: 'object',
    properties: {
      endpoint_id: endpointArgument(catalog, 'Endpoint of the record.'),
      item_id: {
        type: ['string', 'integer'],
        // No slashes and dots: in a URL they would lead elsewhere, or to another format.
        pattern: '^[A-Za-z0-9_-]{1,100}$',
        description: 'ID of the record; of courts a text such as scotus.',
      },
      fields: FIELDS,
    },
    required: ['endpoint_id', 'item_id'],
  }),
  example: { endpoint_id: 'courts', item_id: 'scotus', fields: ['full_name', 'citation_string'] },
  async call({ endpoint_id: endpoint, item_id: id, fields: named }, { api, catalog }) {
    const query = { fields: fieldList(named) }
    checkFields(catalog.resources.get(endpoint), query, catalog.resources)
    return api.get(`${endpoint}/${id}/`, query)
  },
})
