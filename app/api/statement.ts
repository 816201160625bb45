/**
 * An SQL statement in the making: its values, numbered as they are bound.
 */
export class Statement {
  readonly values: unknown[] = []
  /** The best query plan depends on the parameter values (a pattern may match one row or all): no generic plan. */
  plannedByValues = false
  #aliases = 0
  #viewer: string | undefined

  /** @param viewer ID of the account it runs for; undefined for an anonymous caller, who owns nothing */
  constructor(readonly viewer?: number) {}

  /** Binds a value and returns its placeholder, cast when a type is given. */
  bind(value: unknown, type?: string): string {
    this.values.push(value)
    return type ? `$${this.values.length}::${type}` : `$${this.values.length}`
  }

  /** The placeholder of the account it runs for. */
  bindViewer(): string {
    this.#viewer ??= this.bind(this.viewer ?? null, 'bigint')
    return this.#viewer
  }

  /** A table alias no other part of the statement uses. */
  alias(): string {
    return `r${++this.#aliases}`
  }
}

/** Binds its values to a statement and returns SQL for a column. */
export type Condition = (column: string, statement: Statement) => string

export const OPERATORS = { exact: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

export type Comparison = keyof typeof OPERATORS

export function both(first: Condition, second: Condition): Condition {
  return (column, statement) => `(${first(column, statement)} AND ${second(column, statement)})`
}
