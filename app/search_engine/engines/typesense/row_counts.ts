/** Numbers of rows that match a filter, which searches of an index share. */
import { LRUCache } from 'lru-cache'
import { joinWithAnd } from './filter.js'
import type { Snapshot } from './snapshot.js'

/** All searchable rows. */
export const SEARCHED = 'kind:=[child,own,lone]'

/** Milliseconds for which the frequency of a word is kept: scores hardly change with it. */
const COUNTS_KEPT = 60_000
const MOST_COUNTS = 10_000
/** Characters of a filter whose count is kept; a list of rows is much longer. */
const LONGEST_KEPT = 500

/** Numbers of rows that match a filter, shared by the searches of an index. */
export class RowCounts {
  readonly #counts = new LRUCache<string, number>({ max: MOST_COUNTS, ttl: COUNTS_KEPT })

  /** @param filter without the condition on visible rows; null counts all rows */
  async count(snapshot: Snapshot, filter: string | null): Promise<number> {
    const key = `${snapshot.state.build} ${filter ?? ''}`
    const known = this.#counts.get(key)
    if (known !== undefined) return known
    const searched = joinWithAnd(SEARCHED, snapshot.seen, filter)
    const [answer] = await snapshot.search([{ q: '*', filter_by: searched, per_page: 0 }])
    if (key.length <= LONGEST_KEPT) this.#counts.set(key, answer!.found)
    return answer!.found
  }
}
