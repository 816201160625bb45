/** Sort values of a list, for Typesense's sorting and filters. */
import type { Order } from '../../engine.js'
import { joinWithAnd, joinWithOr } from './filter.js'
import { refuse } from './refused.js'
import type { Row } from './fetch_rows.js'
import { beginningField, type Layout, NO_DAY, numberField, textOrderField } from './schema.js'
import { beginningCode, numberCode, valueToken } from './tokens.js'

export type Value = number | string | null

/** One value of a position. `reversed`: the list is read from the end. */
export interface Column {
  descending: boolean
  /** Whether it is a value of children: rows of one parent differ in it. */
  ofChildren: boolean
  readRowValue: (row: Row) => Value
  sort: (reversed: boolean) => string[]
  /** Rows that may come after a value; null: none. */
  behind: (value: Value, reversed: boolean) => string | null
  /** Rows with a value, and possibly some that come after it. */
  same: (value: Value) => string
}

/** @throws SearchRefused for three fields or more */
export function buildSortColumns(order: Order, layout: Layout, byParent: boolean): Column[] {
  if (order.by === 'random') return [randomColumn(order, byParent)]
  if (order.by === 'score') return [dayColumn(true)]
  if (order.fields.length > 2)
    refuse('fewerSorts', 'The search engine sorts by at most two fields.')
  return order.fields.map(({ name, descending }) => {
    const field = layout.field(name)
    const isText = field.kind === 'keyword'
    const numbers = numberField(name)
    const [sorted, compared] = isText
      ? [textOrderField(name), beginningField(name)]
      : [numbers, numbers]
    const code = (value: Value) =>
      isText ? beginningCode(String(value)) : numberCode(Number(value))
    const [present, absent] = [`present:${valueToken(name)}`, `present:!${valueToken(name)}`]
    return {
      descending,
      ofChildren: field.level === 'child',
      readRowValue: (row) => (valuesOf(row)[name] ?? null) as Value,
      sort: (reversed) => [
        `${sorted}(missing_values: ${reversed ? 'first' : 'last'}):${descending === reversed ? 'asc' : 'desc'}`,
      ],
      behind: (value, reversed) => {
        if (value === null) return reversed ? present : null
        const sign = descending === reversed ? '>' : '<'
        const beyond = `${compared}:${sign}${isText ? '=' : ''}${code(value)}`
        return reversed ? beyond : joinWithOr(beyond, absent)
      },
      same: (value) => (value === null ? absent : `${compared}:=${code(value)}`),
    }
  })
}

function valuesOf(row: Row): Record<string, unknown> {
  return JSON.parse(String(row.values)) as Record<string, unknown>
}

/** Newest first; unknown days last. */
export function dayColumn(descending: boolean): Column {
  return {
    descending,
    ofChildren: false,
    readRowValue: ({ day }) => (day === NO_DAY ? null : Number(day)),
    sort: (reversed) => [`day:${descending === reversed ? 'asc' : 'desc'}`],
    behind: (value, reversed) => `day:${descending === reversed ? '>' : '<'}${value ?? NO_DAY}`,
    same: (value) => `day:=${value ?? NO_DAY}`,
  }
}

const SHUFFLED = 2 ** 31
/** Neighboring seeds start far from each other. */
const SPREAD = 0x9e3779b1

/** A shuffled sequence, starting at the place of the seed. */
function randomColumn({ seed, descending }: Order & { by: 'random' }, byParent: boolean): Column {
  const field = byParent ? 'parent_shuffled' : 'shuffled'
  const start = (Math.imul(seed, SPREAD) >>> 0) % SHUFFLED
  const [late, early] = [`${field}:>=${start}`, `${field}:<${start}`]
  return {
    descending,
    ofChildren: false,
    readRowValue: (row) => (Number(row[field]) - start + SHUFFLED) % SHUFFLED,
    sort: (reversed) => {
      const direction = descending === reversed ? 'asc' : 'desc'
      const lateLast = direction === 'asc' ? 'desc' : 'asc'
      return [`_eval([(${late}):1]):${lateLast}`, `${field}:${direction}`]
    },
    behind: (value, reversed) => {
      const at = (Number(value) + start) % SHUFFLED
      const beyond = `${field}:${descending === reversed ? '>' : '<'}${at}`
      if (descending === reversed)
        return at >= start ? joinWithOr(beyond, early) : joinWithAnd(beyond, early)
      return at >= start ? joinWithAnd(beyond, late) : joinWithOr(beyond, late)
    },
    same: (value) => `${field}:=${(Number(value) + start) % SHUFFLED}`,
  }
}

/** Negative if the first argument comes first; missing values come last. */
export function compareValues(columns: Column[], one: Value[], other: Value[]): number {
  for (const [at, { descending }] of columns.entries()) {
    const [a, b] = [one[at] ?? null, other[at] ?? null]
    if (a === b) continue
    if (a === null || b === null) return a === null ? 1 : -1
    return a < b === descending ? 1 : -1
  }
  return 0
}
