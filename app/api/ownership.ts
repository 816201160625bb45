/**
 * Ownership of records by accounts. The SQL conditions here determine which rows a caller can
 * see and change.
 */
import { ident } from '#app/support/sql_text'
import type { Statement } from './statement.js'

/** The table of the record that determines the owner. */
interface OwnedTable {
  path: string
  table: string
  key: { column: string }
  ownership?: Ownership
}

export class Ownership {
  /** Column filled with the caller's account; undefined if another record determines the owner. */
  readonly column: string | undefined

  /** @param parent the record that determines the owner, and the column that refers to it */
  constructor(
    readonly declared: OwnedBy,
    readonly parent?: { resource: OwnedTable; column: string }
  ) {
    this.column = declared.through ? undefined : (declared.column ?? 'user_id')
  }

  /** SQL condition: the row belongs to the viewer. */
  own(alias: string, statement: Statement): string {
    if (this.column) return `${alias}.${ident(this.column)} = ${statement.bindViewer()}`
    return this.#behindParent(alias, statement, (row) => this.#parentsOwnership.own(row, statement))
  }

  /** SQL condition: any account may read the row. */
  shared(alias: string, statement: Statement): string {
    const { shared } = this.declared
    if (shared) return `(${shared(alias)})`
    if (this.column) return 'FALSE'
    return this.#behindParent(alias, statement, (row) =>
      this.#parentsOwnership.shared(row, statement)
    )
  }

  /** SQL condition: the viewer may read the row. */
  readable(alias: string, statement: Statement): string {
    // A single path to the other record, which an index can serve.
    if (this.parent && !this.declared.shared)
      return this.#behindParent(alias, statement, (row) =>
        this.#parentsOwnership.readable(row, statement)
      )
    return `(${this.own(alias, statement)} OR ${this.shared(alias, statement)})`
  }

  /** SQL condition: the row is in the viewer's list. */
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

/** Declares the owner of a resource's records. */
export interface OwnedBy {
  /**
   * Column with the owner's account; set from the caller, never from the body. `user_id` by
   * default.
   */
  column?: string
  /**
   * Alternative: the link field to a record of another owned resource, which determines the
   * owner.
   */
  through?: string
  /**
   * SQL condition, given the alias, for records that any account may read. With `through`, the
   * default is the condition of the other record.
   */
  shared?: (alias: string) => string
  /** Whether the list includes records shared by others; false by default. */
  listsShared?: boolean
}
