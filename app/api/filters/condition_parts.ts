/**
 * What conditions on values of every kind share.
 */
import type { Statement } from '../statement.js'

/** Binds its values to a statement and returns SQL for a column. */
export type Condition = (column: string, statement: Statement) => string

export const OPERATORS = { exact: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

export type Comparison = keyof typeof OPERATORS

export function both(first: Condition, second: Condition): Condition {
  return (column, statement) => `(${first(column, statement)} AND ${second(column, statement)})`
}
