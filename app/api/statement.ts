/** Builds an SQL statement and numbers its values in the order in which they are bound. */
export class Statement {
  readonly values: unknown[] = []
  /**
   * Whether the best plan depends on the values, because a pattern may match one row or all.
   * Prevents a generic plan.
   */
  plannedByValues = false
  #aliases = 0
  #viewer: string | undefined

  /**
   * @param viewer ID of the viewer's account; undefined for an anonymous request, which owns nothing
   */
  constructor(readonly viewer?: number) {}

  /** Binds a value and returns its placeholder, with a cast if a type is given. */
  bind(value: unknown, type?: string): string {
    this.values.push(value)
    return type ? `$${this.values.length}::${type}` : `$${this.values.length}`
  }

  /** The placeholder of the viewer's ID. */
  bindViewer(): string {
    this.#viewer ??= this.bind(this.viewer ?? null, 'bigint')
    return this.#viewer
  }

  /** A table alias that is unique in the statement. */
  alias(): string {
    return `r${++this.#aliases}`
  }
}

/** Binds its values to a statement and returns SQL for a column. */
export type Condition = (column: string, statement: Statement) => string

export const OPERATORS = { exact: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

export type Comparison = keyof typeof OPERATORS

export function combineConditions(first: Condition, second: Condition): Condition {
  return (column, statement) => `(${first(column, statement)} AND ${second(column, statement)})`
}
