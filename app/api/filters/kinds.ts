/**
 * The words a resource declaration uses for its filters, and the lookups
 * each kind has (specification, Common list behaviour).
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
  /** Field it works on, where it is not named like the filter. */
  field?: string
  /** Column it works on, for columns that are no field. */
  column?: string
  /** Resource it leads to, where no field of that name says so. */
  resource?: string
  /** How that resource belongs to ours, likewise. */
  via?: Via
  /** Path of the filter it is a short name of: `docket__court`. */
  alias?: string
  /** Values it takes, where the field itself lists none. */
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
 * Filter kinds. Each takes further lookups and, where the filter is not
 * named like its field, `{ field }` or `{ column }`.
 */
export const filter = {
  number: kind('number', RANGE_LOOKUPS),
  /** A number that is only compared for equality. */
  exactNumber: kind('number', ['exact']),
  text: kind('text', TEXT_LOOKUPS),
  boolean: kind('boolean', ['exact']),
  date: kind('date', [...RANGE_LOOKUPS, ...DATE_PARTS]),
  datetime: kind('datetime', [...RANGE_LOOKUPS, ...DATE_PARTS, ...TIME_PARTS]),
  /** The first and the last day of a window on a datetime, both within it. */
  fromDay: kind('from_day', ['exact']),
  toDay: kind('to_day', ['exact']),
  /** One of the field's choices. */
  choice: kind('choice', ['exact']),
  /** Any of the field's choices: the parameter may be repeated. */
  choices: kind('choices', ['exact']),
  /** The key of a related record; leads no further. */
  key: kind('key', ['exact']),

  /**
   * A related record by its key, or by any filter of its own after a double
   * underscore. Without arguments the field of the same name says which.
   */
  related: (resource?: string, via?: Via): FilterSpec => ({
    kind: 'related',
    lookups: ['exact'],
    resource,
    via,
  }),

  /**
   * A short name of a filter of a related record, with its lookups and what
   * it leads to: `court` of a decision for `docket__court`.
   */
  alias: (path: string): FilterSpec => ({ kind: 'related', lookups: [], alias: path }),

  /** When true, nested rows must pass the filters, too, as their `scopedBy` says. */
  nested: (): FilterSpec => ({ kind: 'nested', lookups: ['exact'] }),
}
