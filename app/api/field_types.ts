/**
 * Types that fields and filters share.
 */

export interface Choice {
  value: string | number
  display_name: string
}

/** How records of another table belong to ours: by their column, or through a join table. */
export type Via = { column: string } | { table: string; from: string; to: string }
