/**
 * Matches documents of one index that changed, as the archive has them now.
 */
import type { ParentDocument, SearchIndexDefinition } from '#app/search/define_search_index'
import type { ArchiveConnection } from '#app/search/indexer/archive_connection'
import { DocumentLoader, type ChildPlace } from '#app/search/indexer/document_loader'
import { analyseRow } from '#app/search/query/evaluate'
import { ParentMatching, type AlertQuery, type Hit } from './match_parent.js'
import type { QueryIndex } from './query_index.js'
import {
  RememberedParents,
  contentOf,
  type ParentContent,
  type ReadContent,
} from './remembered_parents.js'

/** Children without changes that are looked at because their parent changed; more are left to the night. */
export const MOST_UNCHANGED = 200
/** Parents read together. */
const PARENTS_AT_ONCE = 100
/** Hits told of together, unless one parent alone has more. */
const HITS_AT_ONCE = 1_000

export interface ChangedKeys {
  parents: ReadonlySet<number>
  children: ReadonlySet<number>
}

/** Parents looked at whole, with when they changed, in milliseconds since 1970. */
export type SweptParents = ReadonlyMap<number, number>

export interface Matched {
  hits: Hit[]
  /** Parents that were not looked at whole: left to the night. */
  unfinished: number[]
}

export class DocumentMatcher {
  readonly #remembered = new RememberedParents()

  constructor(readonly index: SearchIndexDefinition) {}

  /**
   * Yields the hits of some parents at a time. Who asks for more has written
   * them down.
   */
  async *match(
    { parents, children }: ChangedKeys,
    queries: QueryIndex<AlertQuery>,
    connection: ArchiveConnection
  ): AsyncGenerator<Matched> {
    const loader = new DocumentLoader(this.index, connection)
    const places = children.size ? await loader.places([...children]) : []
    const byParent = Map.groupBy(places, ({ parent }) => parent)
    const keys = [...new Set([...parents, ...byParent.keys()])]
    const portion = new Portion(this.#remembered)
    for await (const { parent, content, all } of this.#read(loader, keys)) {
      const changed = byParent.get(parent.key) ?? []
      const before = this.#remembered.of(parent.key)
      const isKnown = before?.all === content.all
      const isChanged = parents.has(parent.key) && before?.facts !== content.facts
      let isWhole = isKnown
      if (isChanged || changed.length) {
        const matching = parentMatching(this.index, queries, parent)
        const looked = await this.#look(matching, {
          loader,
          key: parent.key,
          isChanged,
          changed,
          all,
        })
        isWhole ||= isChanged && looked === 'whole'
        portion.hits.push(...matching.hits)
      }
      if (!isWhole) portion.unfinished.push(parent.key)
      // Of a parent that was not asked for, what it says may be about to be told.
      const facts = parents.has(parent.key) ? content.facts : before?.facts
      portion.contents.set(parent.key, { facts, all: content.all })
      if (portion.hits.length >= HITS_AT_ONCE) yield* portion.take()
    }
    yield* portion.take()
  }

  /** Yields the hits of one parent after another and of all its children, however many. */
  async *matchWhole(
    swept: SweptParents,
    queries: QueryIndex<AlertQuery>,
    connection: ArchiveConnection
  ): AsyncGenerator<Hit[]> {
    const loader = new DocumentLoader(this.index, connection)
    for await (const { parent, all } of this.#read(loader, [...swept.keys()])) {
      const matching = parentMatching(this.index, queries, parent, swept.get(parent.key))
      const task = { loader, key: parent.key, isChanged: true, changed: [], all, whole: true }
      await this.#look(matching, task)
      yield matching.hits
    }
  }

  /** So that what is the same as before is looked at again: it may mean something else. */
  forget(): void {
    this.#remembered.clear()
  }

  async *#read(loader: DocumentLoader, keys: number[]): AsyncGenerator<ReadParent> {
    const sorted = keys.toSorted((a, b) => a - b)
    for (let at = 0; at < sorted.length; at += PARENTS_AT_ONCE) {
      const some = sorted.slice(at, at + PARENTS_AT_ONCE)
      // Where having children decides about a row of their own, parents have few.
      const places =
        this.index.ownRow === 'always'
          ? undefined
          : Map.groupBy(await placesOf(loader, some), (place) => place.parent)
      for (const parent of await loader.parents(some)) {
        const all = places && (places.get(parent.key) ?? [])
        yield { parent, all, content: contentOf(this.index, parent, Boolean(all?.length)) }
      }
    }
  }

  /** Looks at what changed of a parent. */
  async #look(
    matching: ParentMatching,
    { loader, key, isChanged, changed, all: known, whole }: Task
  ): Promise<'whole' | 'part'> {
    const waiting = new Set(changed.map((place) => place.key))
    const take = async (places: ChildPlace[]) => {
      for await (const portion of loader.documentsAt(places))
        for (const document of portion) {
          // It moved a moment ago, which is in the log.
          if (document.parent !== key) continue
          const row = analyseRow(this.index, document.fields)
          matching.child(document.key, row, waiting.delete(document.key))
        }
    }
    if (!isChanged) {
      await take(changed)
      return 'part'
    }
    const all = known ?? (await placesOf(loader, [key]))
    const unchanged = all.filter((place) => !waiting.has(place.key))
    const isWhole = whole || unchanged.length <= MOST_UNCHANGED
    if (this.index.ownRow === 'always' || !all.length) matching.ownRow()
    if (isWhole) await take(unchanged)
    await take(changed)
    return isWhole ? 'whole' : 'part'
  }
}

interface Task {
  loader: DocumentLoader
  key: number
  /** The parent itself did. */
  isChanged: boolean
  /** Its children that did. */
  changed: ChildPlace[]
  /** Where all of its children are, if this is known already. */
  all: ChildPlace[] | undefined
  /** All children are looked at, however many. */
  whole?: boolean
}

interface ReadParent {
  parent: ParentDocument
  content: ReadContent
  all: ChildPlace[] | undefined
}

/** What is told of together, and remembered when it has been written down. */
class Portion {
  hits: Hit[] = []
  unfinished: number[] = []
  contents = new Map<number, ParentContent>()

  constructor(readonly remembered: RememberedParents) {}

  *take(): Generator<Matched> {
    const { hits, unfinished } = this
    if (hits.length || unfinished.length) yield { hits, unfinished }
    for (const [key, content] of this.contents) this.remembered.set(key, content)
    this.hits = []
    this.unfinished = []
    this.contents = new Map()
  }
}

function parentMatching(
  index: SearchIndexDefinition,
  queries: QueryIndex<AlertQuery>,
  { key, fields }: ParentDocument,
  changedAt?: number
): ParentMatching {
  return new ParentMatching(queries, { key, row: analyseRow(index, fields) }, changedAt)
}

/** Where the children of parents are, without their texts. */
async function placesOf(loader: DocumentLoader, parents: number[]): Promise<ChildPlace[]> {
  const all: ChildPlace[] = []
  await loader.connection.reading(async () => {
    for await (const places of loader.placesOf(parents)) all.push(...places)
  })
  return all
}
