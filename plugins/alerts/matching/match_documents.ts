/** Matches the current state of changed documents in one index. */
import type { ParentDocument } from '#app/search_engine/index_definition'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import type { ArchiveConnection } from '#app/search/indexer/archive_connection'
import { DocumentLoader, type ChildPlace } from '#app/search/indexer/document_loader'
import type { ComparedKeys } from './compared_keys.js'
import { ParentMatching, type AlertQuery, type Hit } from './match_parent.js'
import { MatchedRow, type QueryIndex } from './query_index.js'
import {
  isEqual,
  ParentPrints,
  rememberedParents,
  type RememberedParents,
  type ParentContent,
} from './remembered_parents.js'
import type { LeftParents, SweptParents } from './sweep_queue.js'

/** Maximum unchanged children to compare when their parent changes. If there are more, all are deferred to the nightly sweep. */
export const MAX_UNCHANGED = 200
/** Parents per query. */
const PARENTS_AT_ONCE = 500
/** Hits per batch, unless a single parent has more. */
const HITS_AT_ONCE = 1_000
const NOTHING: ReadonlySet<string> = new Set()

export interface ChangedKeys {
  /** Parents whose contents may have changed. */
  parents: ReadonlySet<number>
  /** Parents of which only the timestamps changed. */
  touched: ReadonlySet<number>
  children: ReadonlySet<number>
  /** Parents and children of which only some fields may have changed. */
  partial: PartialChanges
  /** Children that are compared later. */
  compared: Pick<ComparedKeys, 'comes'>
}

/** Fields that may have changed, by key. */
export type PartialChanges = Record<'parents' | 'children', Map<number, Set<string>>>

export interface Matched {
  hits: Hit[]
  /** Incompletely compared parents, which are deferred to the nightly sweep. */
  left: LeftParents
}

export class DocumentMatcher {
  readonly #remembered = rememberedParents()
  readonly #prints: ParentPrints

  constructor(readonly index: SearchIndexDefinition) {
    this.#prints = new ParentPrints(index)
  }

  /** Yields the hits of a few parents at a time. The caller records them before it continues. */
  async *match(
    { parents, touched, children, partial, compared }: ChangedKeys,
    queries: QueryIndex<AlertQuery>,
    connection: ArchiveConnection
  ): AsyncGenerator<Matched> {
    const loader = new DocumentLoader(this.index, connection)
    const someChildren = children.union(partial.children)
    const places = someChildren.size ? await loader.places([...someChildren]) : []
    const byParent = Map.groupBy(places, ({ parent }) => parent)
    const keys = [...parents.union(touched).union(partial.parents).union(byParent)]
    for await (const read of this.#read(loader, keys)) {
      const portion = new Portion(this.#remembered)
      const tasks: Task[] = []
      for (const { parent, prints, all } of read) {
        const { key } = parent
        const changed = byParent.get(key) ?? []
        const before = this.#remembered.get(key)
        const isAsked = parents.has(key)
        const isChanged = isAsked && !(before?.told && this.#prints.isSame(before.told, prints))
        const fields = this.#changedFields(
          isChanged ? before?.told : before?.all,
          prints,
          isChanged
        )
        const isSeen = isChanged ? false : fields.size === 0 || !(isAsked || touched.has(key))
        const some = isChanged ? undefined : partial.parents.get(key)
        if (isChanged || some || changed.length) {
          const matching = parentMatching(this.index, queries, parent)
          const ofParent = isChanged ? fields : (some ?? null)
          const isPartial = some !== undefined
          const ofChild = (child: number) =>
            children.has(child) ? 'all' : partial.children.get(child)!
          tasks.push({ matching, fields: ofParent, isPartial, changed, ofChild, all, compared })
        }
        if (!isSeen) portion.left.set(key, some ? fields.union(some) : fields)
        else if (some) portion.left.set(key, some)
        if (!isSeen && some) portion.staysLeft.add(key)
        // The hits of a parent that didn't change itself may not be recorded yet.
        portion.contents.set(key, { told: isAsked ? prints : before?.told, all: prints })
      }
      for await (const { key, isWhole, hits } of this.#look(loader, tasks)) {
        if (isWhole && !portion.staysLeft.has(key)) portion.left.delete(key)
        portion.hits.push(...hits)
        if (portion.hits.length >= HITS_AT_ONCE) yield portion.takeHits()
      }
      yield* portion.take()
    }
  }

  /** Fields of a parent that may have changed. For an unknown parent, these are all fields or all timestamps. */
  #changedFields(
    before: ParentContent['told'],
    prints: ParentContent['all'],
    isChanged: boolean
  ): ReadonlySet<string> {
    if (before) return isEqual(before, prints) ? NOTHING : this.#prints.differing(before, prints)
    return isChanged ? this.#prints.all : this.#prints.times
  }

  /** Yields the hits of each parent and all its children. */
  async *matchWhole(
    swept: SweptParents,
    queries: QueryIndex<AlertQuery>,
    connection: ArchiveConnection
  ): AsyncGenerator<Hit[]> {
    const loader = new DocumentLoader(this.index, connection)
    for await (const read of this.#read(loader, [...swept.keys()])) {
      for (const { parent, all } of read) {
        const { key } = parent
        const { changedAt, fields, childrenSince: since } = swept.get(key)!
        const matching = parentMatching(this.index, queries, parent, changedAt)
        const changed = since ? await loader.childrenModified(key, since) : []
        const task: Task = {
          matching,
          fields: fields ?? this.#prints.all,
          changed,
          ofChild: () => 'all',
          all,
          whole: true,
        }
        for await (const { hits } of this.#look(loader, [task])) yield hits
      }
    }
  }

  /** Forgets what parents contained, so that unchanged ones are compared again. */
  forget(): void {
    this.#remembered.clear()
  }

  async *#read(loader: DocumentLoader, keys: number[]): AsyncGenerator<ReadParent[]> {
    const sorted = keys.toSorted((a, b) => a - b)
    for (let at = 0; at < sorted.length; at += PARENTS_AT_ONCE) {
      const some = sorted.slice(at, at + PARENTS_AT_ONCE)
      for await (const parents of loader.parentPortions(some)) {
        // In indexes where parents with children have no own row, parents have few children.
        const places =
          this.index.ownRow === 'always'
            ? undefined
            : await firstPlaces(loader, new Map(parents.map(({ key }) => [key, Infinity])))
        yield parents.map((parent) => {
          const all = places && (places.get(parent.key) ?? [])
          return { parent, all, prints: this.#prints.of(parent, Boolean(all?.length)) }
        })
      }
    }
  }

  /** Compares changed parents and yields the hits of each. Their children are read together. */
  async *#look(loader: DocumentLoader, tasks: Task[]): AsyncGenerator<Looked> {
    const asked = tasks.filter(({ fields, all }) => fields && !all)
    const found = await firstPlaces(
      loader,
      new Map(
        asked.map(({ matching, whole, changed }) => [
          matching.parent.key,
          // Reads one more to detect whether there are too many.
          whole ? Infinity : MAX_UNCHANGED + changed.length + 1,
        ])
      )
    )
    const looks = tasks.map((task) => this.#lookOf(task, found))
    const children = loader.documentsAt(looks.flatMap(({ places }) => places))
    let at = 0
    const ended = function* (before: number): Generator<Looked> {
      for (; at < looks.length && looks[at]!.matching.parent.key < before; at++) {
        const { matching, isWhole } = looks[at]!
        yield { key: matching.parent.key, isWhole, hits: matching.hits }
      }
    }
    for await (const portion of children)
      for (const document of portion) {
        yield* ended(document.parent)
        const { matching, fields, waiting, ofChild } = looks[at]!
        const row = new MatchedRow(this.index, document.fields)
        const own = waiting.has(document.key) ? ofChild(document.key) : NOTHING
        matching.child(document.key, row, own === 'all' || !fields ? own : own.union(fields))
      }
    yield* ended(Infinity)
  }

  /** Selects the children of a parent to compare, and compares its own row. */
  #lookOf(
    { matching, fields, isPartial, changed, ofChild, all: known, whole, compared }: Task,
    found: Map<number, ChildPlace[]>
  ): Look {
    const waiting = new Set(changed.map((place) => place.key))
    if (!fields) return { matching, fields, waiting, ofChild, places: changed, isWhole: false }
    const all = known ?? found.get(matching.parent.key) ?? []
    const unchanged = all.filter(({ key }) => !waiting.has(key) && !compared?.comes(key))
    const isWhole = whole || unchanged.length <= MAX_UNCHANGED
    if (this.index.ownRow === 'always' || !all.length) matching.ownRow(isPartial ? fields : 'all')
    const places = isWhole ? inOrder([...unchanged, ...changed]) : changed
    return { matching, fields, waiting, ofChild, places, isWhole }
  }
}

interface Task {
  matching: ParentMatching
  /** Fields of the parent that may have changed; null if it didn't change. */
  fields: ReadonlySet<string> | null
  /** Whether other fields of the parent didn't change. */
  isPartial?: boolean
  /** Changed children. */
  changed: ChildPlace[]
  /** Fields of a changed child that may have changed. */
  ofChild: (key: number) => ReadonlySet<string> | 'all'
  /** Places of all children, if already known. */
  all: ChildPlace[] | undefined
  /** Whether all children are compared. */
  whole?: boolean
  /** Children that are compared later, and skipped now. */
  compared?: ChangedKeys['compared']
}

interface Look {
  matching: ParentMatching
  fields: Task['fields']
  /** Keys of changed children. */
  waiting: ReadonlySet<number>
  ofChild: Task['ofChild']
  /** Places of the compared children, in order. */
  places: ChildPlace[]
  isWhole: boolean
}

interface Looked {
  key: number
  isWhole: boolean
  hits: Hit[]
}

interface ReadParent {
  parent: ParentDocument
  prints: ParentContent['all']
  all: ChildPlace[] | undefined
}

/** Parents whose hits are recorded together and whose contents are remembered afterward. */
class Portion {
  hits: Hit[] = []
  left: LeftParents = new Map()
  /** Parents that are compared at night even if all their children were compared now. */
  staysLeft = new Set<number>()
  contents = new Map<number, ParentContent>()

  constructor(readonly remembered: RememberedParents) {}

  /** Returns the hits so far and removes them to limit memory use. */
  takeHits(): Matched {
    return { hits: this.hits.splice(0), left: new Map() }
  }

  *take(): Generator<Matched> {
    const { hits, left } = this
    if (hits.length || left.size) yield { hits, left }
    for (const [key, content] of this.contents) this.remembered.set(key, content)
    this.hits = []
    this.left = new Map()
    this.contents = new Map()
  }
}

function parentMatching(
  index: SearchIndexDefinition,
  queries: QueryIndex<AlertQuery>,
  { key, fields }: ParentDocument,
  changedAt?: number
): ParentMatching {
  return new ParentMatching(queries, { key, row: new MatchedRow(index, fields) }, changedAt)
}

/** Places of the first children of parents, up to a maximum per parent, without their texts. */
async function firstPlaces(
  loader: DocumentLoader,
  most: ReadonlyMap<number, number>
): Promise<Map<number, ChildPlace[]>> {
  const found = new Map<number, ChildPlace[]>()
  if (!most.size) return found
  await loader.connection.reading(async () => {
    for await (const places of loader.streamChildPlaces([...most.keys()]))
      for (const place of places) {
        const known = found.get(place.parent)
        if (!known) found.set(place.parent, [place])
        else if (known.length < most.get(place.parent)!) known.push(place)
      }
  })
  return found
}

const inOrder = (places: ChildPlace[]) => places.sort((one, other) => one.key - other.key)
