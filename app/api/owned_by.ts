/**
 * How a resource declares whose its records are.
 */

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
