/** Types shared by fields and filters. */

export interface Choice {
  value: string | number
  display_name: string
}

/** How rows of another table refer to this one: with a column, or through a join table. */
export type Via = { column: string } | { table: string; from: string; to: string }
