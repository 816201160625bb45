/** Records, lists, and choices of the API as resources for AI clients. */
import {
  completeChoiceEndpoints,
  completeChoiceFields,
  completeEndpoints,
  completeFilters,
  completeFilterValues,
  completeRecords,
} from '#app/tools/completers'
import { defineToolResource } from '#app/tools/definitions'

const MIME_TYPE = 'application/json'

export default [
  defineToolResource({
    uri: 'curia://record/{endpoint_id}/{item_id}',
    name: 'record',
    title: 'Record',
    description: 'A record of an endpoint by ID, such as curia://record/courts/scotus.',
    mimeType: MIME_TYPE,
    texts: { endpoint_id: completeEndpoints, item_id: completeRecords },
    tools: ['get_endpoint_item'],
    read: async ({ endpoint_id: endpoint, item_id: id }, call) =>
      JSON.stringify(await call('get_endpoint_item', { endpoint_id: endpoint, item_id: id })),
  }),
  defineToolResource({
    uri: 'curia://records/{endpoint_id}/{field_name}/{value}',
    name: 'records',
    title: 'Records by field',
    description:
      'The first 20 records of an endpoint with a value, such as curia://records/courts/jurisdiction/F.',
    mimeType: MIME_TYPE,
    texts: {
      endpoint_id: completeEndpoints,
      field_name: completeFilters,
      value: completeFilterValues,
    },
    tools: ['call_endpoint'],
    read: async ({ endpoint_id: endpoint, field_name: name, value }, call) =>
      JSON.stringify(
        await call('call_endpoint', { endpoint_id: endpoint, query: { [name!]: value } })
      ),
  }),
  defineToolResource({
    uri: 'curia://choices/{endpoint_id}/{field_name}',
    name: 'choices',
    title: 'Values of a field',
    description:
      'The allowed values of a field with their labels, such as curia://choices/search/court.',
    mimeType: MIME_TYPE,
    texts: { endpoint_id: completeChoiceEndpoints, field_name: completeChoiceFields },
    tools: ['get_choices'],
    read: async ({ endpoint_id: endpoint, field_name: name }, call) =>
      JSON.stringify(await call('get_choices', { endpoint_id: endpoint, field_name: name })),
  }),
  defineToolResource({
    uri: 'curia://endpoint/{endpoint_id}',
    name: 'endpoint',
    title: 'Query parameters of an endpoint',
    description: 'The JSON Schema of the query of an endpoint, with its filters and fields.',
    mimeType: MIME_TYPE,
    texts: { endpoint_id: completeEndpoints },
    tools: ['get_endpoint_schema'],
    read: async ({ endpoint_id: endpoint }, call) =>
      JSON.stringify(await call('get_endpoint_schema', { endpoint_id: endpoint })),
  }),
]
