import { defineTool } from '#app/tools/define_tool'
import { endpointArgument, FIELDS, fieldList, readableResources } from '#app/tools/endpoints'
import { recordOutput } from '#app/tools/output_schema'
import { endpointSchema } from './endpoint_schema.js'
import { API_NAME } from '#app/tools/api_client'
import { NUM_RESULTS, queryOutput, startQuery } from '#app/tools/paged_query'
import { endpointQuery, checkFields } from './endpoint_query.js'

interface Arguments {
  endpoint_id: string
}

/** Query parameters of the API's lists (tool server, tools 2). */
const getEndpointSchema = defineTool<Arguments>({
  name: 'get_endpoint_schema',
  title: 'Get Endpoint Schema',
  description:
    "Returns the JSON Schema of an endpoint's query: filters with lookups and codes, orderings, and fields. Costs no API request. Call it before call_endpoint.",
  after: 'search',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: (catalog) => ({
    type: 'object',
    properties: {
      endpoint_id: endpointArgument(catalog, 'Endpoint to describe.'),
    },
    required: ['endpoint_id'],
  }),
  output: () => ({
    type: 'object',
    properties: {
      type: { const: 'object' },
      description: { type: 'string' },
      properties: {
        type: 'object',
        description: 'JSON Schemas of the parameters, by name.',
        additionalProperties: { type: 'object' },
      },
    },
    required: ['type', 'properties'],
  }),
  example: { endpoint_id: 'docket-entries' },
  async call({ endpoint_id: endpoint }, { catalog }) {
    return endpointSchema(catalog.resources.get(endpoint))
  },
})

interface Arguments {
  endpoint_id: string
  query?: Record<string, unknown>
  num_results?: number
}

/** Lists of the API (tool server, tools 3). */
const callEndpoint = defineTool<Arguments>({
  name: 'call_endpoint',
  title: 'Call API Endpoint',
  description: `Lists records of ${API_NAME} that match exact filters. Costs one API request per 20 results. get_endpoint_schema describes the query, which includes "fields". For more results, call get_more_results.`,
  after: 'get_endpoint_schema',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: (catalog) => ({
    type: 'object',
    properties: {
      endpoint_id: endpointArgument(catalog, 'Endpoint to list.'),
      query: {
        type: 'object',
        additionalProperties: true,
        description:
          'Filters, "fields", "omit", and "order_by" as described by get_endpoint_schema: {"court": "scotus", "date_filed": {"gte": "1954-01-01"}, "fields": ["id", "case_name"]}.',
      },
      num_results: NUM_RESULTS,
    },
    required: ['endpoint_id'],
  }),
  output: (catalog) => queryOutput(recordOutput(catalog.resources, readableResources(catalog))),
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

interface Arguments {
  endpoint_id: string
  item_id: string | number
  fields?: string[] | string
}

/** Single records (tool server, tools 4). */
const getEndpointItem = defineTool<Arguments>({
  name: 'get_endpoint_item',
  title: 'Get Item by ID',
  description: `Returns a record of ${API_NAME} by ID. Costs one API request. Select the fields you need, because texts make records long.`,
  after: 'call_endpoint',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: (catalog) => ({
    type: 'object',
    properties: {
      endpoint_id: endpointArgument(catalog, 'Endpoint of the record.'),
      item_id: {
        type: ['string', 'integer'],
        // No slashes and dots, which would change the path or the format of the URL.
        pattern: '^[A-Za-z0-9_-]{1,100}$',
        description: 'ID of the record; for courts, a text such as scotus.',
      },
      fields: FIELDS,
    },
    required: ['endpoint_id', 'item_id'],
  }),
  output: (catalog) => recordOutput(catalog.resources, readableResources(catalog)),
  example: { endpoint_id: 'courts', item_id: 'scotus', fields: ['full_name', 'citation_string'] },
  async call({ endpoint_id: endpoint, item_id: id, fields: named }, { api, catalog }) {
    const query = { fields: fieldList(named) }
    checkFields(catalog.resources.get(endpoint), query, catalog.resources)
    return api.get(`${endpoint}/${id}/`, query)
  },
})

export default [getEndpointSchema, callEndpoint, getEndpointItem]
