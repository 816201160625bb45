import { defineTool } from '#app/tools/define_tool'
import { FIELDS, fieldList, readableEndpoints } from '#app/tools/endpoints'
import { API_NAME } from '#app/tools/api_name'

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
      endpoint_id: {
        type: 'string',
        enum: readableEndpoints(catalog),
        description: 'Endpoint of the record.',
      },
      item_id: {
        type: ['string', 'integer'],
        description: 'ID of the record; of courts a text such as scotus.',
      },
      fields: FIELDS,
    },
    required: ['endpoint_id', 'item_id'],
  }),
  example: { endpoint_id: 'courts', item_id: 'scotus', fields: ['full_name', 'citation_string'] },
  async call({ endpoint_id: endpoint, item_id: id, fields }, { api }) {
    return api.get(`${endpoint}/${encodeURIComponent(id)}/`, { fields: fieldList(fields) })
  },
})
