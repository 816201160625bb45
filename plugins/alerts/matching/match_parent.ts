/**
 * Finds the queries that match a changed parent or its children. Hits equal search
 * results: matching parents, and matching children for types that list them. An
 * unchanged child is a hit only if it may match because its parent changed.
 */
import { joinRows, matches, matchesRegardlessOfFields } from '#app/search_engine/query/evaluate'
import type { MatchedRow, IndexedQuery, QueryIndex } from './query_index.js'

export interface AlertQuery extends IndexedQuery {
  /** ID of the alert. */
  id: string
  /** Creation time of the alert, in milliseconds since 1970. */
  since: number
  /** Whether results list the children that match. */
  listsChildren: boolean
  /** Whether only parents that a change has created are hits. */
  onlyNew?: boolean
}

export interface Hit {
  alert: string
  parent: number
  /** Null for the parent itself. */
  child: number | null
}

export class ParentMatching {
  readonly #hits = new Map<string, Hit>()
  /** Queries that match the parent's own row. */
  readonly #own = new Set<AlertQuery>()

  constructor(
    readonly queries: QueryIndex<AlertQuery>,
    readonly parent: { key: number; row: MatchedRow },
    /** Time of the change. Alerts created later get no hits. */
    readonly changedAt = Number.POSITIVE_INFINITY
  ) {}

  /**
   * Compares a changed parent's own row. Must be called before `child`.
   *
   * @param changed fields that may have changed, or `all`
   */
  ownRow(changed: ReadonlySet<string> | 'all' = 'all'): void {
    const row = this.parent.row.analysed
    for (const query of this.#candidates()) {
      if (!matches(query.tree, row)) continue
      if (changed !== 'all' && matchesRegardlessOfFields(query.tree, row, changed)) continue
      this.#own.add(query)
      this.#note(query, null)
    }
  }

  /**
   * Compares a child.
   *
   * @param changed fields of the parent or child that may have changed, or `all`
   */
  child(key: number, child: MatchedRow, changed: ReadonlySet<string> | 'all'): void {
    const candidates = this.#candidates(child)
    if (!candidates.length) return
    const row = joinRows(this.parent.row.analysed, child.analysed)
    for (const query of candidates) {
      // Matches of the parent alone are already recorded.
      if ((changed !== 'all' || !query.listsChildren) && this.#own.has(query)) continue
      if (!matches(query.tree, row)) continue
      if (changed !== 'all' && matchesRegardlessOfFields(query.tree, row, changed)) continue
      this.#note(query, query.listsChildren ? key : null)
    }
  }

  #candidates(...children: MatchedRow[]): AlertQuery[] {
    const found = this.queries.candidates(this.parent.row, ...children)
    return found.filter(({ since }) => since <= this.changedAt)
  }

  get hits(): Hit[] {
    return [...this.#hits.values()]
  }

  #note({ id }: AlertQuery, child: number | null): void {
    this.#hits.set(`${id} ${child}`, { alert: id, parent: this.parent.key, child })
  }
}
