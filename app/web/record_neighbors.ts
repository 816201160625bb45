import type { HttpContext } from '@adonisjs/core/http'

/** Links above a record to its neighbors in the list that it was opened from. */
export interface RecordNeighbors {
  /** URL of the list. */
  back: string
  /** URLs of the neighbors. */
  previous?: string
  next?: string
  /** Position in the list: `3 of 120`. */
  position?: string
}

/**
 * @param path of the record's page
 * @param query parameters of the page
 * @returns undefined if the page wasn't opened from a list
 */
export type LoadNeighbors = (
  ctx: HttpContext,
  path: string,
  query: URLSearchParams
) => Promise<RecordNeighbors | undefined>
