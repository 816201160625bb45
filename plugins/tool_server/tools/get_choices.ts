import { ListedChoices } from '#app/tools/choices'
import { defineTool } from '#app/tools/define_tool'
import { readableResources } from '#app/tools/endpoints'
import { ANY_SEARCH, searchChoices } from '#app/tools/search_arguments'
import { getFilterChoices, findChoices, namesWithChoices } from '#api/choices'
import type { Choice } from '#api/field_types'
import { resolveFilterName } from '#api/filters/interpret'
import type { FilterKind } from '#api/filters/kinds'
import type { Filter, Resource } from '#api/resource'
import { nearNames } from '#app/support/did_you_mean'
import { ToolError } from '#app/tools/tool_error'

interface Arguments {
  endpoint_id: string
  field_name: string
}

/** Values of fields (tool server, tools 5). */
export default defineTool<Arguments>({
  name: 'get_choices',
  title: 'Get Field Choices',
  description:
    'Lists the allowed values of a field of an endpoint or of search with their labels, such as court IDs. Costs no API request.',
  after: 'get_endpoint_item',
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
        description: `Endpoint of the field, or '${ANY_SEARCH}' for the arguments of search.`,
      },
      field_name: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'Name of a filter or field; use __ for related records: court__jurisdiction.',
      },
    },
    required: ['endpoint_id', 'field_name'],
  }),
  output: () => ({
    type: 'object',
    properties: {
      choices: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            value: { type: ['string', 'integer'] },
            display_name: { type: 'string' },
          },
          required: ['value', 'display_name'],
        },
      },
      note: { type: 'string', description: 'What the field accepts instead of listed values.' },
    },
    required: ['choices'],
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

interface FieldChoices extends Record<string, unknown> {
  choices: Choice[]
  note?: string
}

/** @throws ToolError if the name is neither a filter nor a field */
function fieldChoices(resource: Resource, name: string): FieldChoices {
  const meaning = resolveFilterName(resource, name)
  const field = resource.fields.get(name)
  const choices =
    (meaning && getFilterChoices(meaning.filter)) ?? findChoices(resource, name)?.choices
  if (choices) return { choices }
  const withChoices = namesWithChoices(resource)
  const others = withChoices.length
    ? ` Fields of '${resource.path}' with choices: ${withChoices.join(', ')}.`
    : ''
  if (meaning) return { choices: [], note: noteOn(name, meaning.filter) + others }
  if (field)
    return { choices: [], note: `'${name}' is a field of the records but not a filter.${others}` }
  throw noSuchField(name, resource.path, [...resource.filters.keys(), ...resource.fields.keys()])
}

/** Creates the error for an unknown name. */
function noSuchField(name: string, endpoint: string, known: string[]): ToolError {
  const near = nearNames(name, [...new Set(known)], 3)
  const hint = near.length ? ` Did you mean: ${near.join(', ')}?` : ''
  return new ToolError(`Field '${name.slice(0, 80)}' not found on endpoint '${endpoint}'.${hint}`)
}

/** Values of filters without choices. */
const TAKEN: Partial<Record<FilterKind, string>> = {
  number: 'a number',
  text: 'free text',
  boolean: 'true or false',
  nested: 'true or false',
  date: 'a date such as 2020-01-31',
  from_day: 'a date such as 2020-01-31',
  to_day: 'a date such as 2020-01-31',
  datetime: 'a time such as 2020-01-31T00:00:00Z',
}

function noteOn(name: string, { kind, relation, valueField }: Filter): string {
  if (!relation && kind !== 'key') return `'${name}' accepts ${TAKEN[kind] ?? 'free text'}.`
  const type = relation?.target.key.type ?? valueField?.type
  const example = type === 'string' ? `${name}='scotus'` : `${name}=12345`
  const further = relation ? `, or by filters of ${relation.target.name}` : ''
  return `'${name}' filters on a related record: by its ID, such as ${example}${further}.`
}
