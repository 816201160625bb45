import { ListedChoices } from '#app/tools/choices'
import { defineTool } from '#app/tools/define_tool'
import { readableResources } from '#app/tools/endpoints'
import { ANY_SEARCH, searchChoices } from '#app/tools/search_arguments'
import { fieldChoices, noSuchField } from '../endpoints/field_choices.js'

interface Arguments {
  endpoint_id: string
  field_name: string
}

/** The values a field takes (tool server, tools 5). */
export default defineTool<Arguments>({
  name: 'get_choices',
  title: 'Get Field Choices',
  description:
    'Lists the values that a field of an endpoint or of search takes, with their meaning, such as court IDs. Costs no request.',
  position: 5,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: (catalog) => ({
    type: 'object',
    properties: {
      endpoint_id: {
        type: 'string',
        enum: [
          ANY_SEARCH,
          ...readableResources(catalog).map(({ path }) => path),
          ...catalog.searchTypes.map(({ toolName }) => toolName),
        ],
        description: `Endpoint of the field; '${ANY_SEARCH}' for the arguments of search.`,
      },
      field_name: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'Name of a filter or field; of a related record with __: court__jurisdiction.',
      },
    },
    required: ['endpoint_id', 'field_name'],
  }),
  example: { endpoint_id: 'courts', field_name: 'jurisdiction' },
  async call({ endpoint_id: endpoint, field_name: name }, { catalog, app }) {
    const lists = await app.container.make(ListedChoices)
    const found = await searchChoices(endpoint, name, { catalog, lists })
    if (found === null) return fieldChoices(catalog.resources.get(endpoint), name)
    if ('known' in found) throw noSuchField(name, endpoint, found.known)
    return found
  },
})
