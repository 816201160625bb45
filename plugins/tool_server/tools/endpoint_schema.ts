/**
 * The query parameters of a list as a JSON Schema that models read: a filter
 * with its lookups is an object, and so is a filter of a related record with
 * the filters of that record (tool server, tools 2).
 */
import { choicesOf } from '#api/choices'
import { FILTER_SCHEMAS, filterSchema } from '#api/openapi/filter_parameters'
import { CodeLists } from '#api/openapi/schema'
import type { Filter, Resource } from '#api/resource'
import { choicesText } from '#app/tools/choices'
import type { JsonSchema } from '#app/tools/define_tool'
import { FIELDS } from '#app/tools/endpoints'

const built = new WeakMap<Resource, JsonSchema>()

/** Built once per resource. */
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
    description: `Parameters of ${path}. A filter excludes what it matches with ! after its name: {"${[...ownFilters.keys()][0] ?? 'id'}!": …}. Names may be written in one: {"a": {"b": 1}} is {"a__b": 1}.`,
    properties: {
      ...Object.fromEntries(filters),
      order_by: {
        type: 'string',
        description: `Names separated by commas; a leading - descends. Standard: ${resource.defaultOrder}. Names: ${ordering.join(', ')}.`,
      },
      fields: {
        ...FIELDS,
        description: `Fields to return, of nested records with __. All when left out. Fields: ${[...resource.fields].flatMap(([name, { include }]) => (include ? [] : name)).join(', ')}.`,
      },
      omit: { ...FIELDS, description: 'Fields to leave out.' },
      ...(expandable.length
        ? {
            expand: {
              ...FIELDS,
              description: `Links that show the whole record: ${expandable.join(', ')}.`,
            },
          }
        : {}),
    },
  }
}

/** @param nests whether the filters of a related record are listed */
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

/** Without codes, which the description lists. */
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

/** A list is also taken as a JSON list. */
function listed({ type, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, type: [type, 'array'] }
}

function descriptionOf(filter: Filter, endpoint: string): string | undefined {
  const { relation, name, kind, valueField } = filter
  if (relation) return `ID of a record of ${relation.target.name}, or filters of that endpoint.`
  if (kind === 'nested') return 'Apply the filters to nested records, too.'
  const help = valueField?.help
  const choices = choicesOf(filter)
  if (!choices) return help
  return [help, choicesText(choices, { endpoint, field: name })].filter(Boolean).join(' ')
}
