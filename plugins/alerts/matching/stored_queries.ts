/** Indexed queries of all enabled alerts, in the memory of the matching process. */
import type { Logger } from '@adonisjs/core/logger'
import type { Database } from '@adonisjs/lucid/database'
import type { QueryContext } from '#app/search_engine/query/parse_query'
import { and, type QueryTree } from '#app/search_engine/query/tree'
import type { SearchDeclarations } from '#app/search/request/search_request'
import { parseAlertQuery, buildAlertSearch } from '../search_alerts/alert_query.js'
import { NEW_CASES, OFF } from '../search_alerts/codes.js'
import type { AlertQuery } from './match_parent.js'
import { QueryIndex } from './query_index.js'

interface Row {
  id: string
  query: string
  alert_type: string
  /** Creation time, in milliseconds since 1970 with fractions. */
  since: string
}

export interface StoredQueriesServices {
  database: Pick<Database, 'from' | 'raw'>
  declarations: SearchDeclarations
  /** Data from the archive that is needed to parse a query. */
  context: () => Promise<QueryContext>
  logger: Pick<Logger, 'warn'>
}

/** Rows per database query, and queries parsed without a pause. */
const ROWS_AT_ONCE = 2_000
const PARSED_AT_ONCE = 100

const MILLISECONDS_A_DAY = 86_400_000
/** Pattern of queries that may contain a date relative to today. */
const MAY_BE_RELATIVE = /\d(?:\+|%20|\s)*[dmy]/i

export class StoredQueries {
  #indexes = new Map<string, QueryIndex<AlertQuery>>()
  /** Queries with dates relative to today, which are parsed again each day. */
  #relative = new Map<string, Row>()
  #day = 0
  #version = 0

  constructor(readonly services: StoredQueriesServices) {}

  /** Queries of an index; undefined if it has no queries. */
  of(index: string): QueryIndex<AlertQuery> | undefined {
    const queries = this.#indexes.get(index)
    return queries?.size ? queries : undefined
  }

  /** Increases with each change of the queries. */
  get version(): number {
    return this.#version
  }

  /** Whether there are no queries. */
  get isEmpty(): boolean {
    return [...this.#indexes.values()].every(({ size }) => size === 0)
  }

  /** All queries with the name of their index. */
  *all(): Generator<[index: string, query: AlertQuery]> {
    for (const [index, queries] of this.#indexes)
      for (const query of queries.all()) yield [index, query]
  }

  /** Reads all queries again. */
  async load(): Promise<void> {
    this.#version++
    this.#indexes = new Map()
    this.#relative = new Map()
    this.#day = dayNow()
    for (let after = '0'; ;) {
      const rows = await this.#rows((query) => query.where('id', '>', after).limit(ROWS_AT_ONCE))
      await this.#add(rows)
      if (rows.length < ROWS_AT_ONCE) return
      after = rows.at(-1)!.id
    }
  }

  /** Reads some alerts again; they may have been deleted. */
  async refresh(ids: number[]): Promise<void> {
    if (ids.length) this.#version++
    for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
      const portion = ids.slice(at, at + ROWS_AT_ONCE)
      for (const id of portion) this.#forget(String(id))
      await this.#add(await this.#rows((query) => query.whereIn('id', portion)))
    }
  }

  /** Updates queries with relative dates on a new day. */
  async turnDay(): Promise<void> {
    if (this.#day === dayNow()) return
    this.#day = dayNow()
    if (this.#relative.size) this.#version++
    await this.#add([...this.#relative.values()])
  }

  async #rows(
    narrow: (query: ReturnType<Database['from']>) => ReturnType<Database['from']>
  ): Promise<Row[]> {
    const query = this.services.database.from('search_alerts').whereNot('rate', OFF)
    const rows = await narrow(query)
      .select('id', 'query', 'alert_type')
      .select(this.services.database.raw('extract(epoch FROM date_created) * 1000 AS since'))
      .orderBy('id')
    return rows.map(({ id, ...row }) => ({ id: String(id), ...row }) as Row)
  }

  async #add(rows: Row[]): Promise<void> {
    if (!rows.length) return
    const context = await this.services.context()
    for (const [at, row] of rows.entries()) {
      if (at % PARSED_AT_ONCE === 0) await new Promise(setImmediate)
      this.#addOne(row, context)
    }
  }

  #addOne(row: Row, context: QueryContext): void {
    try {
      const { tree, index, ...how } = this.#read(row, context, this.#day)
      if (MAY_BE_RELATIVE.test(row.query)) {
        const tomorrow = this.#read(row, context, this.#day + 1)
        if (JSON.stringify(tomorrow.tree) !== JSON.stringify(tree)) this.#relative.set(row.id, row)
      }
      let queries = this.#indexes.get(index)
      if (!queries) this.#indexes.set(index, (queries = new QueryIndex()))
      queries.set(row.id, { id: row.id, since: Number(row.since), tree, ...how })
    } catch (error) {
      // A stored query can become invalid.
      this.services.logger.warn({ err: error, alert: row.id }, 'alert query is invalid')
    }
  }

  #read(
    { query, alert_type: type }: Row,
    context: QueryContext,
    day: number
  ): { tree: QueryTree; index: string; listsChildren: boolean; onlyNew: boolean } {
    const search = buildAlertSearch(parseAlertQuery(query), type, this.services.declarations, {
      ...context,
      today: day * MILLISECONDS_A_DAY,
    })
    return {
      tree: and(search.query.tree, search.filter),
      index: search.index.name,
      listsChildren: search.type.results.children !== undefined,
      onlyNew: type === NEW_CASES,
    }
  }

  #forget(id: string): void {
    this.#relative.delete(id)
    for (const queries of this.#indexes.values()) queries.delete(id)
  }
}

function dayNow(): number {
  return Math.floor(Date.now() / MILLISECONDS_A_DAY)
}
