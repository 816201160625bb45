/**
 * Matches documents of one index that changed, as the archive has them now.
 */
import { hash } from 'node:crypto'
import type { ParentDocument, SearchIndexDefinition } from '#app/search/define_search_index'
import type { ArchiveConnection } from '#app/search/indexer/archive_connection'
import { DocumentLoader, type ChildPlace } from '#app/search/indexer/document_loader'
import { analyseRow } from '#app/search/query/evaluate'
import { ParentMatching, type AlertQuery, type Hit } from './match_parent.js'
import type { QueryIndex } from './query_index.js'

/** Children without changes that are looked at because their parent changed; more are left to the night. */
export const MOST_UNCHANGED = 200
/** Parents read together. */
const PARENTS_AT_ONCE = 100
/** Parents whose content is remembered, so that a change that says nothing costs nothing. */
const MOST_REMEMBERED = 50_000

export interface ChangedKeys {
  parents: ReadonlySet<number>
  children: ReadonlySet<number>
}

export interface Matched {
  hits: Hit[]
  /** Parents with too many children to look at now. */
  postponed: number[]
  /** Rows compared. */
  rows: number
}

export class DocumentMatcher {
  readonly #remembered = new Map<number, string>()

  constructor(readonly index: SearchIndexDefinition) {}

  /**
   * Yields the hits of some parents at a time.
   *
   * @param options.whole looks at all children of changed parents, however many
   */
  async *match(
    changed: ChangedKeys,
    queries: QueryIndex<AlertQuery>,
    connection: ArchiveConnection,
    { whole = false } = {}
  ): AsyncGenerator<Matched> {
    const loader = new DocumentLoader(this.index, connection)
    const places = changed.children.size ? await loader.places([...changed.children]) : []
    const byParent = Map.groupBy(places, ({ parent }) => parent)
    const keys = [...new Set([...changed.parents, ...byParent.keys()])].sort((a, b) => a - b)
    for (let at = 0; at < keys.length; at += PARENTS_AT_ONCE) {
      const matched: Matched = { hits: [], postponed: [], rows: 0 }
      for (const parent of await loader.parents(keys.slice(at, at + PARENTS_AT_ONCE))) {
        const children = byParent.get(parent.key) ?? []
        const isChanged = changed.parents.has(parent.key) && (whole || this.#differs(parent))
        if (!isChanged && !children.length) continue
        await connection.reading(() =>
          this.#matchOne(matched, { loader, queries, parent, isChanged, children, whole })
        )
      }
      yield matched
    }
  }

  async #matchOne(matched: Matched, task: Task): Promise<void> {
    const { loader, queries, parent, isChanged, children, whole } = task
    const matching = new ParentMatching(queries, {
      key: parent.key,
      row: analyseRow(this.index, parent.fields),
    })
    const waiting = new Map(children.map((place) => [place.key, place]))
    const take = (documents: { key: number; fields: ParentDocument['fields'] }[]) => {
      for (const { key, fields } of documents) {
        matching.child(key, analyseRow(this.index, fields), waiting.delete(key))
        matched.rows++
      }
    }
    if (isChanged) {
      const all = await this.#childrenOf(loader, parent.key)
      const unchanged = all.filter(({ key }) => !waiting.has(key))
      if (this.index.ownRow === 'always' || !all.length) {
        matching.ownRow()
        matched.rows++
      }
      if (whole || unchanged.length <= MOST_UNCHANGED)
        for await (const portion of loader.documentsAt(unchanged)) take(portion)
      else matched.postponed.push(parent.key)
    }
    for await (const portion of loader.documentsAt(children)) take(portion)
    matched.hits.push(...matching.hits)
  }

  /** Where the children of a parent are, without their texts. */
  async #childrenOf(loader: DocumentLoader, parent: number): Promise<ChildPlace[]> {
    const all: ChildPlace[] = []
    for await (const places of loader.placesOf([parent])) all.push(...places)
    return all
  }

  /** Whether what a parent says is other than when it was looked at last. */
  #differs({ key, fields }: ParentDocument): boolean {
    const said = Object.entries(fields).filter(
      ([name]) => this.index.fields[name]!.kind !== 'datetime'
    )
    const content = hash('sha1', JSON.stringify(said), 'base64')
    const before = this.#remembered.get(key)
    this.#remembered.delete(key)
    this.#remembered.set(key, content)
    if (this.#remembered.size > MOST_REMEMBERED)
      this.#remembered.delete(this.#remembered.keys().next().value!)
    return before !== content
  }
}

interface Task {
  loader: DocumentLoader
  queries: QueryIndex<AlertQuery>
  parent: ParentDocument
  isChanged: boolean
  children: ChildPlace[]
  whole: boolean
}
