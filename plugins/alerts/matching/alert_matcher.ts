/**
 * From changes of the archive to hits of alerts. It may be done again: a hit
 * that is recorded stays as it is.
 */
import type { ConnectionSettings } from '#app/database/connection'
import type { Change, Cursor } from '#app/events/change_log'
import { horizonOf } from '#app/events/cursor'
import { isBulk } from '#app/events/keys_of_changes'
import { Interrupted } from '#app/support/interrupted'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import { withArchive, type ArchiveConnection } from '#app/search/indexer/archive_connection'
import { eachChanged } from '#app/search/indexer/changed_documents'
import { DocumentLoader } from '#app/search/indexer/document_loader'
import { EMBEDDED_TABLE } from '#app/search/semantic/chunk_store'
import { ComparedKeys } from './compared_keys.js'
import { DocumentMatcher, type ChangedKeys } from './match_documents.js'
import type { Hit } from './match_parent.js'
import type { StoredQueries } from './stored_queries.js'
import type { SweepQueue } from './sweep_queue.js'

/** Changed documents collected before they are matched. */
const DOCUMENTS_AT_ONCE = 2_000

export interface AlertMatcherServices<Queries extends MatchedQueries = StoredQueries> {
  connection: ConnectionSettings
  indexes: SearchIndexDefinition[]
  queries: Queries
  /** What is left to the nightly sweep. */
  sweeps: Pick<SweepQueue, 'add' | 'portions'>
  /** Writes hits down, with what must be sent because of them. */
  record: (hits: Hit[]) => Promise<void>
  /** Takes changes of many rows; without it, all are looked at in this thread. */
  bulk?: { take: (changes: Change[], options: TakeOptions) => Promise<void> }
  /** Runs of keys of rows whose changes come later (`ChangeLog.keysAhead`). */
  ahead: (cursor: Cursor, tables: string[]) => Promise<[first: number, last: number][]>
}

export interface TakeOptions {
  signal: AbortSignal
  /**
   * After these changes. All changes up to its horizon had been made before any
   * of them is handled: a document is compared once for all of them. Without
   * it, every time.
   */
  cursor?: Cursor
}

/** What matching asks of the queries. */
export type MatchedQueries = Pick<StoredQueries, 'of' | 'turnDay' | 'version'>

export class AlertMatcher<Queries extends MatchedQueries = StoredQueries> {
  readonly #matchers: DocumentMatcher[]
  /** What was compared with these queries within this horizon. */
  readonly #compared = new Map<DocumentMatcher, ComparedKeys>()
  #within: string | undefined

  constructor(readonly services: AlertMatcherServices<Queries>) {
    this.#matchers = services.indexes.map((index) => new DocumentMatcher(withoutVectors(index)))
  }

  /** Records the hits of documents that changed. @throws Interrupted */
  async take(changes: Change[], { signal, cursor }: TakeOptions): Promise<void> {
    await this.services.queries.turnDay()
    const wanted = this.#wanted().filter(({ index }) =>
      changes.some(({ table }) => table in index.follows)
    )
    if (!wanted.length) return
    const { bulk } = this.services
    if (bulk && isBulk(changes)) {
      await bulk.take(changes, { signal, cursor })
      // What it has looked at is not remembered.
      for (const matcher of wanted) matcher.forget()
      return
    }
    // Other queries have not been compared with anything.
    const { connection, queries } = this.services
    const within = cursor && `${queries.version} ${horizonOf(cursor)}`
    if (!within || within !== this.#within) this.#compared.clear()
    this.#within = within
    for (const matcher of wanted) {
      if (this.#compared.has(matcher)) continue
      this.#compared.set(matcher, new ComparedKeys(await this.#childrenAhead(matcher, cursor)))
    }
    await withArchive(connection, signal, (changed) =>
      // Documents are read while the answer that names them is still being read.
      withArchive(connection, signal, async (documents) => {
        for (const matcher of wanted)
          await this.#takeFor(matcher, changes, { changed, documents }, signal)
      })
    )
  }

  /** Compares everything that was left to the nightly sweep until now. @throws Interrupted */
  async sweep(signal: AbortSignal): Promise<void> {
    const { queries, sweeps, record } = this.services
    await queries.turnDay()
    await withArchive(this.services.connection, signal, async (connection) => {
      for (const matcher of this.#matchers) {
        for await (const swept of sweeps.portions(matcher.index.name)) {
          const ofIndex = queries.of(matcher.index.name)
          if (!ofIndex) continue
          for await (const hits of matcher.matchWhole(swept, ofIndex, connection)) {
            if (signal.aborted) throw new Interrupted()
            if (hits.length) await record(hits)
          }
        }
      }
    })
  }

  /**
   * Leaves to the nightly sweep all that changed since then, as far as rows say so
   * themselves: for who has lost the change log.
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

  /** So that what is the same as before is looked at again: queries may mean something else. */
  forget(): void {
    for (const matcher of this.#matchers) matcher.forget()
  }

  /** Those of indexes with alerts. */
  #wanted(): DocumentMatcher[] {
    return this.#matchers.filter(({ index }) => this.services.queries.of(index.name))
  }

  async #takeFor(
    matcher: DocumentMatcher,
    changes: Change[],
    connections: { changed: ArchiveConnection; documents: ArchiveConnection },
    signal: AbortSignal
  ): Promise<void> {
    const compared = this.#compared.get(matcher)!
    const parents = new Set<number>()
    const touched = new Set<number>()
    const children = new Set<number>()
    const collected = { parents, touched, children }
    const matchCollected = async () => {
      await this.#match(matcher, { ...collected, compared }, connections.documents, signal)
      compared.take(collected)
    }
    for (const isQuiet of [false, true]) {
      const some = changes.filter((change) => change.isQuiet === isQuiet)
      await eachChanged(matcher.index, some, connections.changed, async (level, keys) => {
        const named = level === 'parents' && isQuiet ? 'touched' : level
        for (const key of keys) if (!compared.has(named, key)) collected[named].add(key)
        if (parents.size + touched.size + children.size >= DOCUMENTS_AT_ONCE) await matchCollected()
      })
    }
    await matchCollected()
  }

  /** Keys of children whose own changes come after a position, within its horizon. */
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
    connection: ArchiveConnection,
    signal: AbortSignal
  ): Promise<void> {
    const { name } = matcher.index
    const { queries, sweeps, record } = this.services
    const ofIndex = queries.of(name)
    const count = changed.parents.size + changed.touched.size + changed.children.size
    if (!ofIndex || !count) return
    for await (const { hits, left } of matcher.match(changed, ofIndex, connection)) {
      if (signal.aborted) throw new Interrupted()
      if (hits.length) await record(hits)
      if (left.size) await sweeps.add(name, left)
    }
  }
}

/** That a text has got vectors is nothing alerts look at. */
function withoutVectors(index: SearchIndexDefinition): SearchIndexDefinition {
  const { [EMBEDDED_TABLE.table]: ignored, ...follows } = index.follows
  return { ...index, follows }
}
