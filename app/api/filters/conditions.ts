/**
 * SQL conditions for one filter on one column, written so that an index on the column can
 * serve them, even in a generic plan.
 */
import { DATE_PARTS, TIME_PARTS, type Lookup } from './kinds.js'
import type { Filter } from '../resource.js'
import {
  BadValue,
  readBoolean,
  readChoice,
  readDate,
  readDatetime,
  readList,
  readRange,
  readWhole,
  readNumber,
  type Numeric,
} from './values.js'
import type { Choice } from '../field_types.js'
import { buildTextCondition } from './text_conditions.js'
import { type Condition, OPERATORS, type Comparison, combineConditions } from '../statement.js'

/**
 * Parses the values of a parameter and returns their condition.
 *
 * @param values all values of the parameter; only the last one applies, except for `choices`
 * @throws BadValue
 */
export function buildFilterCondition(filter: Filter, lookup: Lookup, values: string[]): Condition {
  const text = values.at(-1)!
  if (lookup === 'isnull') {
    const isNull = readBoolean(text)
    return (column) => `${column} IS ${isNull ? '' : 'NOT '}NULL`
  }
  if (isPart(lookup)) return datePart(filter, lookup, readWhole(text))

  switch (filter.kind) {
    case 'number':
      return numeric(filter, lookup, text)
    case 'boolean':
      return equals(readBoolean(text))
    case 'date':
      return filter.valueField?.storedAsDate
        ? dateOrDatetime(lookup, text)
        : comparable(lookup, text, readDate, 'date')
    case 'datetime':
      return comparable(lookup, text, readDatetime, 'timestamptz')
    case 'from_day':
    case 'to_day':
      return edgeOfWindow(filter.kind, readDate(text))
    case 'choice':
      return choice(filter, lookup, text)
    case 'choices':
      return anyOf(
        values.filter((value) => value !== '').map((value) => readChoice(value, choicesOf(filter))),
        filter
      )
    case 'key':
    case 'related':
      return keyOf(filter, lookup, text)
    default:
      return buildTextCondition(lookup, text)
  }
}

function isPart(
  lookup: Lookup
): lookup is (typeof DATE_PARTS)[number] | (typeof TIME_PARTS)[number] {
  return ([...DATE_PARTS, ...TIME_PARTS] as Lookup[]).includes(lookup)
}

function equals(value: unknown): Condition {
  return (column, statement) => `${column} = ${statement.bind(value)}`
}

function comparable(
  lookup: Lookup,
  text: string,
  read: (text: string) => string,
  type: string
): Condition {
  if (lookup === 'range') {
    const [low, high] = readRange(text).map(read)
    return combineConditions(
      (column, statement) => `${column} >= ${statement.bind(low, type)}`,
      (column, statement) => `${column} <= ${statement.bind(high, type)}`
    )
  }
  if (lookup === 'in') {
    const values = readList(text).map(read)
    return (column, statement) => `${column} = ANY(${statement.bind(values, `${type}[]`)})`
  }
  const value = read(text)
  return (column, statement) =>
    `${column} ${OPERATORS[lookup as Comparison]} ${statement.bind(value, type)}`
}

/** Days begin and end in UTC, like the datetimes in responses. */
function edgeOfWindow(edge: 'from_day' | 'to_day', day: string): Condition {
  return (column, statement) =>
    edge === 'from_day'
      ? `${column} >= ${statement.bind(day, 'date')}::timestamp AT TIME ZONE 'UTC'`
      : `${column} < (${statement.bind(day, 'date')} + 1)::timestamp AT TIME ZONE 'UTC'`
}

/**
 * For a date that is shown as a datetime at midnight: also accepts the format that the API
 * returns.
 */
function dateOrDatetime(lookup: Lookup, text: string): Condition {
  try {
    return comparable(lookup, text, readDate, 'date')
  } catch (error) {
    if (!(error instanceof BadValue)) throw error
    const compare = comparable(lookup, text, readDatetime, 'timestamptz')
    return (column, statement) => compare(`(${column}::timestamp AT TIME ZONE 'UTC')`, statement)
  }
}

/**
 * A year is a range of the column, which an index can serve. Smaller parts are extracted in
 * UTC.
 */
function datePart(filter: Filter, part: string, value: number): Condition {
  const type = filter.kind === 'date' ? 'date' : 'timestamptz'
  if (part === 'year') {
    if (value < 1 || value > 9998) return () => 'FALSE'
    const bound = (year: number) =>
      `${String(year).padStart(4, '0')}-01-01${type === 'date' ? '' : ' 00:00:00+00'}`
    return combineConditions(
      (column, statement) => `${column} >= ${statement.bind(bound(value), type)}`,
      (column, statement) => `${column} < ${statement.bind(bound(value + 1), type)}`
    )
  }
  return (column, statement) => {
    const source = type === 'date' ? column : `${column} AT TIME ZONE 'UTC'`
    return `trunc(extract(${part} from ${source})) = ${statement.bind(value, 'float8')}`
  }
}

function choicesOf({ choices, valueField }: Filter): Choice[] {
  return choices ?? valueField?.choices ?? []
}

function choice(filter: Filter, lookup: Lookup, text: string): Condition {
  const known = choicesOf(filter)
  const whole = filter.valueField?.type === 'integer'
  if (lookup === 'exact') return anyOf([readChoice(text, known)], filter)
  if (lookup === 'in')
    return anyOf(
      readList(text).map((value) => readChoice(value, known)),
      filter
    )
  return whole ? numeric(filter, lookup, text) : buildTextCondition(lookup, text)
}

function anyOf(values: (string | number)[], filter: Filter): Condition {
  const type = filter.valueField?.type === 'integer' ? 'bigint' : 'text'
  if (values.length === 1)
    return (column, statement) => `${column} = ${statement.bind(values[0], type)}`
  return (column, statement) => `${column} = ANY(${statement.bind(values, `${type}[]`)})`
}

function keyOf(filter: Filter, lookup: Lookup, text: string): Condition {
  const type = filter.relation ? filter.relation.target.key.type : filter.valueField?.type
  if (type === 'integer') return numeric({ ...filter, valueField: undefined }, lookup, text)
  return buildTextCondition(lookup, text)
}

function numeric(filter: Filter, lookup: Lookup, text: string): Condition {
  const broken = filter.valueField?.type === 'float'
  const compare = broken ? compareFloat : compareWhole
  if (lookup === 'range') {
    const [low, high] = readRange(text).map(readNumber) as [Numeric, Numeric]
    return combineConditions(compare('gte', low), compare('lte', high))
  }
  if (lookup === 'in') {
    const numbers = readList(text).map(readNumber)
    return broken
      ? (column, statement) =>
          `${column} = ANY(${statement.bind(
            numbers.map(({ float }) => float),
            'float8[]'
          )})`
      : anyWhole(numbers)
  }
  return compare(lookup as Comparison, readNumber(text))
}

function compareFloat(comparison: Comparison, { float }: Numeric): Condition {
  return (column, statement) =>
    `${column} ${OPERATORS[comparison]} ${statement.bind(float, 'float8')}`
}

/** Compares a column of whole numbers with any number, without leaving the column's type. */
function compareWhole(comparison: Comparison, { floor, ceil, exact }: Numeric): Condition {
  if (comparison === 'exact' && !exact) return () => 'FALSE'
  // Above 3.5 is above 3; at least 3.5 is at least 4.
  const bound = comparison === 'gt' || comparison === 'lte' ? floor : ceil
  return (column, statement) =>
    `${column} ${OPERATORS[comparison]} ${statement.bind(String(bound), 'bigint')}`
}

function anyWhole(numbers: Numeric[]): Condition {
  const held = numbers.filter(({ exact }) => exact).map(({ floor }) => String(floor))
  return (column, statement) => `${column} = ANY(${statement.bind(held, 'bigint[]')})`
}
