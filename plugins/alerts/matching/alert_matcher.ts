/** Matches changes in the archive against alerts. Idempotent: a hit is recorded only once. */
import type { ConnectionSettings } from '#app/database/connection'
import type { Change, Cursor } from '#app/events/change_log'
import { parseCursorHorizon } from '#app/events/cursor'
import { isBulk } from '#app/events/change_keys'
import { Interrupted } from '#app/support/interrupted'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import { withArchive, type ArchiveConnection } from '#app/search/indexer/archive_connection'
import { visitChangedDocuments } from '#app/search/indexer/changed_documents'
import { DocumentLoader } from '#app/search/indexer/document_loader'
import { EMBEDDED_TABLE } from '#app/search/semantic/chunk_store'
import { ComparedKeys } from './compared_keys.js'
import { changedFields } from './derived_fields.js'
import { DocumentMatcher, type ChangedKeys, type PartialChanges } from './match_documents.js'
import type { Hit } from './match_parent.js'
import { EarlierDocuments, leaveOutOld } from './new_matches.js'
import type { StoredQueries } from './stored_queries.js'
import type { SweepQueue } from './sweep_queue.js'

/** Changed documents that are matched together. */
const DOCUMENTS_AT_ONCE = 2_000

export interface AlertMatcherServices<Queries extends MatchedQueries = StoredQueries> {
  connection: ConnectionSettings
  indexes: SearchIndexDefinition[]
  queries: Queries
  /** Work deferred to the nightly sweep. */
  sweeps: Pick<SweepQueue, 'add' | 'portions'>
  /** Records hits, and sends their webhook events and emails. */
  record: (hits: Hit[]) => Promise<void>
  /** Matches bulk changes in a separate thread. Without it, the current thread matches them. */
  bulk?: { take: (changes: Change[], options: TakeOptions) => Promise<void> }
  /** Ranges of keys of rows with later changes (`ChangeLog.keysAhead`). */
  ahead: (cursor: Cursor, tables: string[]) => Promise<[first: number, last: number][]>
}

export interface TakeOptions {
  signal: AbortSignal
  /**
   * Position after these changes. All changes up to its horizon were committed
   * before the first is handled, so a document is compared once for all of them.
   * Without it, a document is compared for each change.
   */
  cursor?: Cursor
  /**
   * ID of the state of the database before these changes, in which documents that a search found
   * aren't hits. Without it, documents that may be new are hits.
   */
  earlier?: string
}

/** The part of `StoredQueries` that matching needs. */
export type MatchedQueries = Pick<StoredQueries, 'of' | 'turnDay' | 'version'>

export class AlertMatcher<Queries extends MatchedQueries = StoredQueries> {
  readonly #matchers: DocumentMatcher[]
  /** Documents already compared with the current queries within the current horizon. */
  readonly #compared = new Map<DocumentMatcher, ComparedKeys>()
  #within: string | undefined

  constructor(readonly services: AlertMatcherServices<Queries>) {
    this.#matchers = services.indexes.map((index) => new DocumentMatcher(withoutVectors(index)))
  }

  /** Records the hits of changed documents. @throws Interrupted */
  async take(changes: Change[], { signal, cursor, earlier }: TakeOptions): Promise<void> {
    await this.services.queries.turnDay()
    const wanted = this.#wanted().filter(({ index }) =>
      changes.some(({ table }) => table in index.follows)
    )
    if (!wanted.length) return
    const { bulk } = this.services
    if (bulk && isBulk(changes)) {
      await bulk.take(changes, { signal, cursor, earlier })
      // Documents compared by the thread aren't remembered here.
      for (const matcher of wanted) matcher.forget()
      return
    }
    // After a change of queries, all documents must be compared again.
    const { connection, queries } = this.services
    const within = cursor && `${queries.version} ${parseCursorHorizon(cursor)}`
    if (!within || within !== this.#within) this.#compared.clear()
    this.#within = within
    for (const matcher of wanted) {
      if (this.#compared.has(matcher)) continue
      this.#compared.set(matcher, new ComparedKeys(await this.#childrenAhead(matcher, cursor)))
    }
    await withArchive(connection, signal, (changed) =>
      // Documents are read while the result with their keys is still being read.
      withArchive(connection, signal, async (documents) => {
        const before = earlier === undefined ? undefined : new EarlierDocuments(connection, earlier)
        try {
          for (const matcher of wanted)
            await this.#takeFor(matcher, changes, { changed, documents, before }, signal)
        } finally {
          await before?.close()
        }
      })
    )
  }

  /** Compares everything deferred to the nightly sweep so far. @throws Interrupted */
  async sweep(signal: AbortSignal): Promise<void> {
    const { queries, sweeps, record } = this.services
    await queries.turnDay()
    await withArchive(this.services.connection, signal, async (connection) => {
      for (const matcher of this.#matchers) {
        for await (const swept of sweeps.portions(matcher.index.name)) {
          const ofIndex = queries.of(matcher.index.name)
          if (!ofIndex) continue
          for await (const found of matcher.matchWhole(swept, ofIndex, connection)) {
            if (signal.aborted) throw new Interrupted()
            const known = { index: matcher.index, queries: ofIndex, created: NONE }
            const hits = await leaveOutOld(found, { ...known, documents: connection })
            if (hits.length) await record(hits)
          }
        }
      }
    })
  }

  /**
   * Defers all rows modified since a time to the nightly sweep, for consumers
   * whose position was pruned from the change log.
   *
   * @throws Interrupted
   */
  async postponeSince(since: Date, signal: AbortSignal): Promise<void> {
    await withArchive(this.services.connection, signal, async (connection) => {
      for (const { index } of this.#wanted()) {
        const loader = new DocumentLoader(index, connection)
        await connection.reading(async () => {
          for await (const keys of loader.parentsModified(since)) {
            if (signal.aborted) throw new Interrupted()
            const left = new Map(keys.map((key) => [key, null]))
            await this.services.sweeps.add(index.name, left, since)
          }
        })
      }
    })
  }

  /** Forgets what parents contained, so that unchanged ones are compared again after queries change. */
  forget(): void {
    for (const matcher of this.#matchers) matcher.forget()
  }

  /** Matchers of indexes with alerts. */
  #wanted(): DocumentMatcher[] {
    return this.#matchers.filter(({ index }) => this.services.queries.of(index.name))
  }

  async #takeFor(
    matcher: DocumentMatcher,
    changes: Change[],
    connections: Connections,
    signal: AbortSignal
  ): Promise<void> {
    const created = createdKeys(changes, matcher.index)
    const compared = this.#compared.get(matcher)!
    const parents = new Set<number>()
    const touched = new Set<number>()
    const children = new Set<number>()
    const partial: PartialChanges = { parents: new Map(), children: new Map() }
    const collected = { parents, touched, children }
    const matchCollected = async () => {
      const changed = { ...collected, partial, compared }
      await this.#match(matcher, changed, { ...connections, created }, signal)
      compared.take(collected)
      partial.parents.clear()
      partial.children.clear()
    }
    const ofIndex = this.services.queries.of(matcher.index.name)
    for (const { some, isQuiet, fields } of groupsOf(changes, matcher.index)) {
      if (fields && !ofIndex?.askFor(fields)) continue
      await visitChangedDocuments(matcher.index, some, connections.changed, async (level, keys) => {
        const named = level === 'parents' && isQuiet ? 'touched' : level
        for (const key of keys) {
          if (compared.has(fields ? level : named, key)) continue
          if (!fields) collected[named].add(key)
          else partial[level].set(key, new Set([...fields, ...(partial[level].get(key) ?? [])]))
        }
        if (countKeys({ ...collected, partial }) >= DOCUMENTS_AT_ONCE) await matchCollected()
      })
    }
    await matchCollected()
  }

  /** Keys of children with changes after a position, within its horizon. */
  async #childrenAhead(
    { index }: DocumentMatcher,
    cursor: Cursor | undefined
  ): Promise<[first: number, last: number][]> {
    if (!cursor) return []
    const tables = Object.entries(index.follows).flatMap(([table, { are }]) =>
      are === 'children' ? [table] : []
    )
    return tables.length ? this.services.ahead(cursor, tables) : []
  }

  async #match(
    matcher: DocumentMatcher,
    changed: ChangedKeys,
    { documents, before, created }: Connections & { created: ReadonlySet<number> },
    signal: AbortSignal
  ): Promise<void> {
    const { index } = matcher
    const { name } = index
    const { queries, sweeps, record } = this.services
    const ofIndex = queries.of(name)
    if (!ofIndex || !countKeys(changed)) return
    for await (const { hits: found, left } of matcher.match(changed, ofIndex, documents)) {
      if (signal.aborted) throw new Interrupted()
      const hits = before
        ? await before.leaveOutFound(found, index, ofIndex)
        : await leaveOutOld(found, { index, queries: ofIndex, documents, created })
      if (hits.length) await record(hits)
      if (left.size) await sweeps.add(name, left)
    }
  }
}

interface Connections {
  changed: ArchiveConnection
  documents: ArchiveConnection
  before: EarlierDocuments | undefined
}

const NONE: ReadonlySet<number> = new Set()

/** Keys of parents that the changes have created. */
function createdKeys(changes: Change[], { follows }: SearchIndexDefinition): Set<number> {
  const keys = changes
    .filter(({ table, kind }) => kind === 'created' && follows[table]?.are === 'parents')
    .flatMap(({ ids }) =>
      ids.flatMap(([first, last]) =>
        Array.from({ length: last - first + 1 }, (_, at) => first + at)
      )
    )
  return new Set(keys)
}

interface ChangeGroup {
  some: Change[]
  isQuiet: boolean
  /** The only fields that may have changed; undefined for any. */
  fields?: readonly string[]
}

/** Groups changes by the fields that may have changed. */
function groupsOf(changes: Change[], { follows }: SearchIndexDefinition): ChangeGroup[] {
  const fieldsOf = (change: Change) =>
    change.table in follows ? changedFields(follows[change.table]!, change) : undefined
  const whole = changes.filter((change) => !fieldsOf(change))
  const partial = Map.groupBy(
    changes.filter((change) => fieldsOf(change)?.length),
    (change) => fieldsOf(change)!
  )
  return [
    ...[false, true].map((isQuiet) => ({
      some: whole.filter((change) => change.isQuiet === isQuiet),
      isQuiet,
    })),
    ...[...partial].map(([fields, some]) => ({ some, isQuiet: false, fields })),
  ]
}

function countKeys({ parents, touched, children, partial }: Omit<ChangedKeys, 'compared'>): number {
  const inPart = partial.parents.size + partial.children.size
  return parents.size + touched.size + children.size + inPart
}

/** Ignores new embeddings of texts, which alerts don't use. */
function withoutVectors(index: SearchIndexDefinition): SearchIndexDefinition {
  const { [EMBEDDED_TABLE.table]: ignored, ...follows } = index.follows
  return { ...index, follows }
}
