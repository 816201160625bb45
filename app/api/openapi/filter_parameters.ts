/**
 * The filters of a list as parameters: its own, those of related records one level down, and a
 * free-form parameter for deeper ones.
 */
import { DATE_PARTS, TIME_PARTS, type Lookup } from '../filters/kinds.js'
import type { Filter, Resource } from '../resource.js'
import { integerSchema, query, ref, type CodeLists, type Schema } from './schema.js'

/** Schemas shared by filters. */
export const FILTER_SCHEMAS: Record<string, Schema> = {
  'filter.list': { type: 'string', description: 'Comma-separated values.' },
  'filter.range': {
    type: 'string',
    pattern: '^[^,]+,[^,]+$',
    description: 'First and last value, comma-separated and inclusive.',
  },
}

/** Deeper filters than those listed. In the query string, each member is a parameter. */
export const RELATED: Schema = {
  name: 'related',
  in: 'query',
  description:
    'Filters that are not listed: those that follow two to four relations ' +
    '(`cluster__docket__court`), and further lookups. Add `!` to exclude. Each member is a ' +
    'separate parameter (style `form`, exploded).',
  style: 'form',
  explode: true,
  schema: {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean'] },
    propertyNames: { pattern: '^[a-z]\\w*!?$' },
  },
}

/** Whether a list has more filters than those listed. */
export function hasMoreFilters(resource: Resource): boolean {
  return resource.ownFilters.size > 0
}

const EQUALITY = ['exact', 'in', 'isnull'] as const

/** Lookups of related filters in the short form, by kind. Equality of times is of little use. */
const BRIEF: Partial<Record<Filter['kind'], readonly Lookup[]>> = {
  date: [...EQUALITY, 'gte', 'lte', 'range'],
  text: [...EQUALITY, 'icontains', 'startswith'],
  datetime: [],
}

const isEquality = (lookup: Lookup) => (EQUALITY as readonly Lookup[]).includes(lookup)

/**
 * The filters with their lookups and exclusions (`!`).
 *
 * @param options.complete if false, leaves out the less common lookups of related filters and
 *   most exclusions, which would make the document several times as long
 */
export function filterParameters(
  resource: Resource,
  codes: CodeLists,
  { complete }: { complete: boolean }
): Schema[] {
  const excludes = (lookup: Lookup) => complete || isEquality(lookup)

  const found = new Map<string, Schema>()
  const add = (parameters: Schema[]) => {
    for (const parameter of parameters)
      if (!found.has(String(parameter.name))) found.set(String(parameter.name), parameter)
  }
  for (const filter of resource.ownFilters.values()) {
    const owner = `${resource.path}.${filter.name}`
    add(
      parametersOf(filter, {
        owner,
        codes,
        excludes,
        includes: (lookup) => complete || !RARE.has(lookup),
      })
    )
    for (const inner of filter.relation?.target.filters.values() ?? []) {
      add(
        parametersOf(inner, {
          prefix: `${filter.name}__`,
          owner: `${owner}.${inner.name}`,
          codes,
          excludes: () => complete || inner.kind === 'key' || inner.kind === 'related',
          includes: (lookup) => complete || (BRIEF[inner.kind] ?? EQUALITY).includes(lookup),
        })
      )
    }
  }
  return [...found.values()]
}

interface Writing {
  /** Path to the filter's resource: `docket__`. */
  prefix?: string
  owner: string
  codes: CodeLists
  excludes: (lookup: Lookup) => boolean
  includes: (lookup: Lookup) => boolean
}

function parametersOf(
  filter: Filter,
  { prefix = '', owner, codes, excludes, includes }: Writing
): Schema[] {
  return filter.lookups.filter(includes).flatMap((lookup) => {
    const name = prefix + (lookup === 'exact' ? filter.name : `${filter.name}__${lookup}`)
    const schema = filterSchema(filter, lookup, codes, owner)
    return [
      query(name, helpOf(filter, lookup, prefix), schema),
      // A boolean needs no exclusion.
      ...(excludes(lookup) && filter.kind !== 'nested'
        ? [query(`${name}!`, undefined, schema)]
        : []),
    ]
  })
}

/** Lookups that the short form leaves out. */
const RARE = new Set<Lookup>([
  ...TIME_PARTS,
  'month',
  'day',
  'endswith',
  'iendswith',
  'istartswith',
])
const PARTS = new Set<Lookup>([...DATE_PARTS, ...TIME_PARTS])
const COMPARING = new Set<Lookup>(['exact', 'gte', 'gt', 'lte', 'lt'])

/** The schema of a lookup's values. */
export function filterSchema(
  filter: Filter,
  lookup: Lookup,
  codes: CodeLists,
  owner: string
): Schema {
  if (lookup === 'isnull') return { type: 'boolean' }
  if (lookup === 'in') return ref('schemas', 'filter.list')
  if (lookup === 'range') return ref('schemas', 'filter.range')
  if (PARTS.has(lookup)) return { type: 'integer' }
  if (!COMPARING.has(lookup)) return { type: 'string' }
  return lookup === 'exact' ? exactSchema(filter, codes, owner) : comparedSchema(filter)
}

function exactSchema(filter: Filter, codes: CodeLists, owner: string): Schema {
  const { kind, valueField, choices = valueField?.choices } = filter
  if (kind === 'choice' && choices) return codes.of(choices, owner)
  if (kind === 'choices' && choices) {
    const code = codes.of(choices, owner)
    return { anyOf: [code, { type: 'array', items: code }] }
  }
  return comparedSchema(filter)
}

function comparedSchema({ kind, valueField, relation }: Filter): Schema {
  switch (kind) {
    case 'boolean':
    case 'nested':
      return { type: 'boolean' }
    case 'date':
    case 'from_day':
    case 'to_day':
      return { type: 'string', format: 'date' }
    case 'datetime':
      return { type: 'string', format: 'date-time' }
    case 'number':
      return valueField?.type === 'float' ? { type: 'number' } : integerSchema(valueField)
    case 'key':
    case 'related': {
      const type = relation?.target.key.type ?? valueField?.type ?? 'string'
      return type === 'integer' ? integerSchema() : { type }
    }
    default:
      return valueField?.type === 'integer' ? integerSchema(valueField) : { type: 'string' }
  }
}

/** A description, if the name isn't sufficient. */
function helpOf(
  { alias, kind, relation }: Filter,
  lookup: Lookup,
  prefix: string
): string | undefined {
  if (alias && lookup === 'exact') return `Alias of \`${prefix}${alias}\`.`
  if (kind === 'from_day') return 'On or after this date.'
  if (kind === 'to_day') return 'On or before this date.'
  if (prefix) return undefined
  if (kind === 'nested') return 'Also apply the filters to nested records.'
  if (relation && lookup === 'exact') return `ID of a related record in ${relation.target.name}.`
  return undefined
}
