/**
 * Functions that declare the filters of a resource, and the lookups of each kind
 * (specification, Common list behavior).
 */
import type { Choice, Via } from '../field_types.js'

const TEXT_LOOKUPS = [
  'exact',
  'iexact',
  'startswith',
  'istartswith',
  'endswith',
  'iendswith',
  'contains',
  'icontains',
] as const
const RANGE_LOOKUPS = ['exact', 'gte', 'gt', 'lte', 'lt', 'range'] as const
export const DATE_PARTS = ['year', 'month', 'day'] as const
export const TIME_PARTS = ['hour', 'minute', 'second'] as const

export type Lookup =
  | (typeof TEXT_LOOKUPS)[number]
  | (typeof RANGE_LOOKUPS)[number]
  | (typeof DATE_PARTS)[number]
  | (typeof TIME_PARTS)[number]
  | 'in'
  | 'isnull'

export type FilterKind =
  | 'number'
  | 'text'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'from_day'
  | 'to_day'
  | 'choice'
  | 'choices'
  | 'key'
  | 'related'
  | 'nested'

export interface FilterSpec {
  kind: FilterKind
  lookups: readonly Lookup[]
  /** Field, if it differs from the filter's name. */
  field?: string
  /** Column, if it isn't a field. */
  column?: string
  /** Related resource, if no field of the same name declares it. */
  resource?: string
  /** How that resource refers to this one, if no field declares it. */
  via?: Via
  /** Path of the filter for which this is an alias: `docket__court`. */
  alias?: string
  /** Choices, if the field declares none. */
  choices?: Choice[]
}

type Target = Pick<FilterSpec, 'field' | 'column' | 'choices'>

function kind(name: FilterKind, lookups: readonly Lookup[]) {
  return (...more: (Lookup | Target)[]): FilterSpec => ({
    kind: name,
    lookups: [...new Set([...lookups, ...more.filter((entry) => typeof entry === 'string')])],
    ...Object.assign({}, ...more.filter((entry) => typeof entry !== 'string')),
  })
}

/**
 * Kinds of filters. Each accepts additional lookups and, if the filter isn't named like its
 * field, `{ field }` or `{ column }`.
 */
export const filter = {
  number: kind('number', RANGE_LOOKUPS),
  /** A number that is only compared for equality. */
  exactNumber: kind('number', ['exact']),
  text: kind('text', TEXT_LOOKUPS),
  boolean: kind('boolean', ['exact']),
  date: kind('date', [...RANGE_LOOKUPS, ...DATE_PARTS]),
  datetime: kind('datetime', [...RANGE_LOOKUPS, ...DATE_PARTS, ...TIME_PARTS]),
  /** The first and last day, inclusive, of a range on a datetime. */
  fromDay: kind('from_day', ['exact']),
  toDay: kind('to_day', ['exact']),
  /** One of the field's choices. */
  choice: kind('choice', ['exact']),
  /** Any of the field's choices; the parameter may be repeated. */
  choices: kind('choices', ['exact']),
  /** The key of a related record, without that record's filters. */
  key: kind('key', ['exact']),

  /**
   * A related record by key or by its filters after a double underscore. By default, the field
   * of the same name determines the resource.
   */
  related: (resource?: string, via?: Via): FilterSpec => ({
    kind: 'related',
    lookups: ['exact'],
    resource,
    via,
  }),

  /**
   * An alias of a related record's filter, with its lookups and relations: `court` of a
   * decision for `docket__court`.
   */
  alias: (path: string): FilterSpec => ({ kind: 'related', lookups: [], alias: path }),

  /** If true, the filters also apply to nested rows, according to their `scopedBy`. */
  nested: (): FilterSpec => ({ kind: 'nested', lookups: ['exact'] }),
}
