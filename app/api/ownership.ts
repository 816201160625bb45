/**
 * Records that belong to accounts: whose rows a caller sees, and whose it may
 * change. Everything else an owned resource does follows from these conditions.
 */
import { ident } from '#app/support/sql_text'
import type { Statement } from './statement.js'

/** The table a record belongs through. */
interface OwnedTable {
  path: string
  table: string
  key: { column: string }
  ownership?: Ownership
}

export class Ownership {
  /** Column filled from the caller; undefined for what belongs through another record. */
  readonly column: string | undefined

  /** @param parent the record it belongs through, and our column that leads there */
  constructor(
    readonly declared: OwnedBy,
    readonly parent?: { resource: OwnedTable; column: string }
  ) {
    this.column = declared.through ? undefined : (declared.column ?? 'user_id')
  }

  /** SQL: the row belongs to whom the statement runs for. */
  own(alias: string, statement: Statement): string {
    if (this.column) return `${alias}.${ident(this.column)} = ${statement.bindViewer()}`
    return this.#behindParent(alias, statement, (row) => this.#parentsOwnership.own(row, statement))
  }

  /** SQL: any account may read the row. */
  shared(alias: string, statement: Statement): string {
    const { shared } = this.declared
    if (shared) return `(${shared(alias)})`
    if (this.column) return 'FALSE'
    return this.#behindParent(alias, statement, (row) =>
      this.#parentsOwnership.shared(row, statement)
    )
  }

  /** SQL: whom the statement runs for may read the row. */
  readable(alias: string, statement: Statement): string {
    // One way to the other record, which an index can serve.
    if (this.parent && !this.declared.shared)
      return this.#behindParent(alias, statement, (row) =>
        this.#parentsOwnership.readable(row, statement)
      )
    return `(${this.own(alias, statement)} OR ${this.shared(alias, statement)})`
  }

  /** SQL: the row is in the list of whom the statement runs for. */
  listed(alias: string, statement: Statement): string {
    return this.declared.listsShared ? this.readable(alias, statement) : this.own(alias, statement)
  }

  get #parentsOwnership(): Ownership {
    return this.parent!.resource.ownership!
  }

  #behindParent(alias: string, statement: Statement, holds: (row: string) => string): string {
    const { resource, column } = this.parent!
    const row = statement.alias()
    return (
      `${alias}.${ident(column)} IN (SELECT ${row}.${ident(resource.key.column)}` +
      ` FROM ${ident(resource.table)} ${row} WHERE ${holds(row)})`
    )
  }
}

/** How a resource says whose its records are. */
export interface OwnedBy {
  /** Column that holds the owner's account; filled from the caller, never from the body. `user_id` unless said otherwise. */
  column?: string
  /** Or: the link field to a record of another owned resource, whose owner is the owner. */
  through?: string
  /** SQL over the rows called `alias`: records any account may read. With `through`, those of the other record. */
  shared?: (alias: string) => string
  /** Whether the list shows shared records of others, too; only the caller's own unless said otherwise. */
  listsShared?: boolean
}
