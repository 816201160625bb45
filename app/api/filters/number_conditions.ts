/**
 * SQL conditions on numbers.
 */
import { both, OPERATORS, type Comparison, type Condition } from './condition_parts.js'
import type { Lookup } from './kinds.js'
import type { Filter } from '../resource.js'
import { readList, readNumber, readRange, type Numeric } from './values.js'

export function numeric(filter: Filter, lookup: Lookup, text: string): Condition {
  const broken = filter.valueField?.type === 'float'
  const compare = broken ? compareFloat : compareWhole
  if (lookup === 'range') {
    const [low, high] = readRange(text).map(readNumber) as [Numeric, Numeric]
    return both(compare('gte', low), compare('lte', high))
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

/** A whole-number column against any number, without leaving the column's type. */
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
