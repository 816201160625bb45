/**
 * From changes of the archive to hits of alerts. It may be done again: a hit
 * that is recorded stays as it is.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { ConnectionSettings } from '#app/database/connection'
import type { Change } from '#app/events/change_log'
import { Interrupted } from '#core/interrupted'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import { ArchiveConnection } from '#app/search/indexer/archive_connection'
import { eachChanged } from '#app/search/indexer/changed_documents'
import { DocumentMatcher } from './match_documents.js'
import type { Hit } from './match_parent.js'
import type { StoredQueries } from './stored_queries.js'

/** Changed documents collected before they are matched. */
const DOCUMENTS_AT_ONCE = 2_000
/** Parents of a sweep looked at together. */
const SWEPT_AT_ONCE = 100

export interface AlertMatcherServices {
  database: Pick<Database, 'from' | 'rawQuery'>
  connection: ConnectionSettings
  indexes: SearchIndexDefinition[]
  queries: StoredQueries
  /** Writes hits down, with what must be sent because of them. */
  record: (hits: Hit[]) => Promise<void>
}

export class AlertMatcher {
  readonly #matchers: DocumentMatcher[]

  constructor(readonly services: AlertMatcherServices) {
    this.#matchers = services.indexes.map((index) => new DocumentMatcher(index))
  }

  /** Records the hits of documents that changed. @throws Interrupted */
  async take(changes: Change[], signal: AbortSignal): Promise<void> {
    const { queries } = this.services
    await queries.turnDay()
    const wanted = this.#matchers.filter(
      ({ index }) =>
        queries.of(index.name) !== undefined && changes.some(({ table }) => table in index.follows)
    )
    if (!wanted.length) return
    await this.#withArchive(async (connection) => {
      for (const matcher of wanted) await this.#takeFor(matcher, changes, connection, signal)
    })
  }

  /** Looks at all that was postponed, whole. @throws Interrupted */
  async sweep(signal: AbortSignal): Promise<void> {
    await this.services.queries.turnDay()
    await this.#withArchive(async (connection) => {
      for (const matcher of this.#matchers) await this.#sweepFor(matcher, connection, signal)
    })
  }

  async #takeFor(
    matcher: DocumentMatcher,
    changes: Change[],
    connection: ArchiveConnection,
    signal: AbortSignal
  ): Promise<void> {
    const parents = new Set<number>()
    const children = new Set<number>()
    const matchCollected = async () => {
      // Matching reads through the connection that changes are still read from.
      await this.#withArchive((other) => this.#match(matcher, { parents, children }, other, signal))
      parents.clear()
      children.clear()
    }
    await eachChanged(matcher.index, changes, connection, async (level, keys) => {
      const collected = level === 'parents' ? parents : children
      for (const key of keys) collected.add(key)
      if (parents.size + children.size >= DOCUMENTS_AT_ONCE) await matchCollected()
    })
    await matchCollected()
  }

  async #match(
    matcher: DocumentMatcher,
    changed: { parents: Set<number>; children: Set<number> },
    connection: ArchiveConnection,
    signal: AbortSignal,
    whole = false
  ): Promise<void> {
    const { name } = matcher.index
    const queries = this.services.queries.of(name)
    if (!queries || !(changed.parents.size + changed.children.size)) return
    for await (const { hits, postponed } of matcher.match(changed, queries, connection, {
      whole,
    })) {
      if (signal.aborted) throw new Interrupted()
      if (hits.length) await this.services.record(hits)
      if (postponed.length)
        await this.services.database.rawQuery(
          `INSERT INTO search_alert_sweeps SELECT ?, unnest(?::bigint[]) ON CONFLICT DO NOTHING`,
          [name, postponed] as never[]
        )
    }
  }

  async #sweepFor(
    matcher: DocumentMatcher,
    connection: ArchiveConnection,
    signal: AbortSignal
  ): Promise<void> {
    const postponed = () =>
      this.services.database.from('search_alert_sweeps').where('index_name', matcher.index.name)
    for (;;) {
      const rows = await postponed().orderBy('parent_key').limit(SWEPT_AT_ONCE)
      if (!rows.length) return
      const keys = rows.map(({ parent_key: key }) => Number(key))
      const changed = { parents: new Set(keys), children: new Set<number>() }
      await this.#match(matcher, changed, connection, signal, true)
      await postponed().whereIn('parent_key', keys).delete()
    }
  }

  async #withArchive<T>(work: (connection: ArchiveConnection) => Promise<T>): Promise<T> {
    const connection = await ArchiveConnection.open(this.services.connection)
    try {
      return await work(connection)
    } finally {
      await connection.close()
    }
  }
}
