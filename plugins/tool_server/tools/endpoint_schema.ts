/**
 * The query parameters of a list as a JSON Schema for models. Filters with
 * lookups and filters on related records are objects (tool server, tools 2).
 */
import { getFilterChoices } from '#api/choices'
import { FILTER_SCHEMAS, filterSchema } from '#api/openapi/filter_parameters'
import { CodeLists } from '#api/openapi/schema'
import type { Filter, Resource } from '#api/resource'
import { choicesText } from '#app/tools/choices'
import type { JsonSchema } from '#app/tools/define_tool'
import { FIELDS } from '#app/tools/endpoints'

const built = new WeakMap<Resource, JsonSchema>()

/** Returns the schema of a resource, which is built once. */
export function endpointSchema(resource: Resource): JsonSchema {
  let schema = built.get(resource)
  if (!schema) built.set(resource, (schema = build(resource)))
  return schema
}

function build(resource: Resource): JsonSchema {
  const { ownFilters, ordering, path } = resource
  const { expand: expandable } = resource.offers
  const filters = [...ownFilters.values()].map((filter) => [
    filter.name,
    schemaOf(filter, path, true),
  ])
  return {
    type: 'object',
    description: `Parameters of ${path}. Add ! to a filter to exclude matches: {"${[...ownFilters.keys()][0] ?? 'id'}!": …}. Nested names can be joined: {"a": {"b": 1}} equals {"a__b": 1}.`,
    properties: {
      ...Object.fromEntries(filters),
      order_by: {
        type: 'string',
        description: `Comma-separated names; prefix a name with - for descending order. Default: ${resource.defaultOrder}. Names: ${ordering.join(', ')}.`,
      },
      fields: {
        ...FIELDS,
        description: `Fields to return; use __ for nested records. Default: all. Fields: ${[...resource.fields].flatMap(([name, { include }]) => (include ? [] : name)).join(', ')}.`,
      },
      omit: { ...FIELDS, description: 'Fields to omit.' },
      ...(expandable.length
        ? {
            expand: {
              ...FIELDS,
              description: `Links to expand to full records: ${expandable.join(', ')}.`,
            },
          }
        : {}),
    },
  }
}

/** @param nests whether to list the filters of a related record */
function schemaOf(filter: Filter, endpoint: string, nests: boolean): JsonSchema {
  const { relation, lookups } = filter
  const exact = lookupSchema(filter, 'exact')
  const further = lookups.filter((lookup) => lookup !== 'exact')
  const description = [
    descriptionOf(filter, endpoint),
    !nests && further.length ? `Lookups: ${further.join(', ')}.` : undefined,
  ]
    .filter(Boolean)
    .join(' ')
  const described = description ? { description } : {}
  const objects: JsonSchema = {
    ...(nests ? lookupProperties(filter, further) : {}),
    ...(nests && relation ? relatedProperties(filter) : {}),
  }
  if (!Object.keys(objects).length) return { ...exact, ...described }
  return { ...described, anyOf: [exact, { type: 'object', properties: objects }] }
}

function lookupProperties(filter: Filter, lookups: Filter['lookups']): JsonSchema {
  return Object.fromEntries(lookups.map((lookup) => [lookup, lookupSchema(filter, lookup)]))
}

function relatedProperties({ relation }: Filter): JsonSchema {
  const { target } = relation!
  return Object.fromEntries(
    [...target.filters.values()].map((filter) => [
      filter.name,
      schemaOf(filter, target.name, false),
    ])
  )
}

/** Omits codes, which the description lists. */
function lookupSchema(filter: Filter, lookup: Filter['lookups'][number]): JsonSchema {
  if (lookup === 'in') return listed(FILTER_SCHEMAS['filter.list']!)
  if (lookup === 'range') return listed(FILTER_SCHEMAS['filter.range']!)
  const { valueField } = filter
  const plain: Filter = {
    ...filter,
    choices: undefined,
    valueField: valueField && { ...valueField, choices: undefined },
  }
  const schema = filterSchema(plain, lookup, new CodeLists(), filter.name)
  return lookup === 'exact' && filter.kind === 'choices' ? listed(schema) : schema
}

/** Allows a JSON array as well. */
function listed({ type, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, type: [type, 'array'] }
}

function descriptionOf(filter: Filter, endpoint: string): string | undefined {
  const { relation, name, kind, valueField } = filter
  if (relation) return `ID of a ${relation.target.name} record, or filters of that endpoint.`
  if (kind === 'nested') return 'Whether to apply the filters to nested records as well.'
  const help = valueField?.help
  const choices = getFilterChoices(filter)
  if (!choices) return help
  return [help, choicesText(choices, { endpoint, field: name })].filter(Boolean).join(' ')
}
