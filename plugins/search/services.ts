/**
 * Services of searches, created once for the application.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'
import { bodyOf } from '#api/writes/read_body'
import type { QueryContext } from '#app/search_engine/query/parse_query'
import { resolveReferences } from '#app/search/contributions'
import { SearchRegistry } from '#app/search/search_registry'
import { SearchCursors } from '#app/search/request/search_cursor'
import type { SearchDeclarations } from '#app/search/request/search_request'
import { SearchService } from '#app/search/search_service'
import { ChunkTexts } from '#app/search/semantic/semantic_page'
import { embeddedTexts } from '#app/search/semantic/embedding_queue'
import { areUnchanged, type ShownRows } from '#app/search/results/row_states'
import { QueryVectors } from '#app/search/semantic/semantic_finder'
import { valueTrees } from '#app/search/value_trees'
import { QueryLog } from './query_log.js'
import { ResultCache, type KeptPage } from './result_cache.js'
import { SearchEngine } from '#app/search_engine/engine'
import { Reader } from '#app/database/reader'
import { PluginHost } from '#core/plugin_host'

/** Timeout of a search in milliseconds. */
const DEADLINE = 10_000

export class SearchServices {
  declare readonly service: SearchService
  declare readonly declarations: SearchDeclarations
  declare readonly cursors: SearchCursors
  declare readonly cache: ResultCache
  /** Cached results of pages, as JSON. */
  declare readonly pages: ResultCache<KeptPage>
  declare readonly log: QueryLog
  /** Name of the engine. */
  declare readonly engine: string
  declare readonly deadline: number
  /** Vectors of semantic queries. */
  declare readonly vectors: QueryVectors
  /** Texts of passages by index. */
  declare readonly chunkTexts: Map<string, ChunkTexts>
  /** Reads the body of a POST request. */
  declare readonly bodyOf: (ctx: HttpContext) => Promise<unknown>
  /** Returns the archive's data for parsing a query. */
  declare readonly context: (q?: string) => Promise<QueryContext>

  constructor(parts: SearchServices) {
    Object.assign(this, parts)
  }
}

/** Returns the services of an application. */
export function searchServices(app: ApplicationService): Promise<SearchServices> {
  return app.container.make(SearchServices)
}

/** Creates the services of an application. */
export async function createSearchServices(app: ApplicationService): Promise<SearchServices> {
  const { container } = app
  const { settings } = await import('#start/env')
  const engine = await container.make(SearchEngine)
  const reader = await container.make(Reader)
  const host = await container.make(PluginHost)
  const vectors = await container.make(QueryVectors)
  const health = await engine.health()
  const isCurrent = (name: string, shown: ShownRows) =>
    areUnchanged(
      host.searchIndexes.find((index) => index.name === name)!,
      reader,
      shown
    )
  const cache = new ResultCache(Date.now, isCurrent)
  const pages = new ResultCache<KeptPage>(Date.now, isCurrent)
  const log = new QueryLog(await container.make('lucid.db'))
  app.terminating(() => log.close())
  const stop = engine.onChange((index) => {
    cache.forget(index)
    pages.forget(index)
  })
  app.terminating(stop)
  const { referenceResolvers } = await container.make(SearchRegistry)
  const trees = valueTrees(host.searchIndexes, reader)
  return new SearchServices({
    service: new SearchService(engine, reader),
    declarations: { types: host.searchTypes, indexes: host.searchIndexes },
    cursors: new SearchCursors(settings.appKey),
    cache,
    pages,
    log,
    engine: health.engine,
    deadline: DEADLINE,
    vectors,
    chunkTexts: new Map(
      embeddedTexts(host.searchIndexes, host.searchTypes).map((texts) => [
        texts.index,
        new ChunkTexts(reader, texts),
      ])
    ),
    bodyOf,
    context: async (q = '') => ({
      below: await trees(),
      related: true,
      otherSpellings: await resolveReferences(referenceResolvers, q, reader),
    }),
  })
}
