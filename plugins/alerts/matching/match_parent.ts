/**
 * Which queries are hit by a parent and its children that changed. The hits
 * are those a search would show: a parent where it matches, and of types that
 * list children in their results, the children that do. A child that did not
 * change is hit where that may be for what changed of its parent.
 */
import { joinRows, matches, matchesWhatever } from '#app/search_engine/query/evaluate'
import type { MatchedRow, IndexedQuery, QueryIndex } from './query_index.js'

export interface AlertQuery extends IndexedQuery {
  /** Of the alert. */
  id: string
  /** Milliseconds since 1970: when the alert was made. */
  since: number
  /** Whether results list the children that match. */
  listsChildren: boolean
}

export interface Hit {
  alert: string
  parent: number
  /** Null: the parent itself. */
  child: number | null
}

export class ParentMatching {
  readonly #hits = new Map<string, Hit>()
  /** Queries the parent's own row matches. */
  readonly #own = new Set<AlertQuery>()

  constructor(
    readonly queries: QueryIndex<AlertQuery>,
    readonly parent: { key: number; row: MatchedRow },
    /** When it changed; it is no hit of alerts created later. */
    readonly changedAt = Number.POSITIVE_INFINITY
  ) {}

  /** Of a parent that changed and has a row of its own. Comes before its children. */
  ownRow(): void {
    for (const query of this.#candidates()) {
      if (!matches(query.tree, this.parent.row.analysed)) continue
      this.#own.add(query)
      this.#note(query, null)
    }
  }

  /**
   * One of its children.
   *
   * @param changed the fields that may have changed: of its parent; 'all': it changed itself
   */
  child(key: number, child: MatchedRow, changed: ReadonlySet<string> | 'all'): void {
    const candidates = this.#candidates(child)
    if (!candidates.length) return
    const row = joinRows(this.parent.row.analysed, child.analysed)
    for (const query of candidates) {
      // What the parent matches by itself is recorded already.
      if ((changed !== 'all' || !query.listsChildren) && this.#own.has(query)) continue
      if (!matches(query.tree, row)) continue
      if (changed !== 'all' && matchesWhatever(query.tree, row, changed)) continue
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
