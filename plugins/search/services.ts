/**
 * What answering a search needs; made once for the application.
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

/** Milliseconds after which a search is given up. */
const DEADLINE = 10_000

export interface SearchServices {
  service: SearchService
  declarations: SearchDeclarations
  cursors: SearchCursors
  cache: ResultCache
  /** What pages show of searches, in JSON. */
  pages: ResultCache<KeptPage>
  log: QueryLog
  /** Name of the engine. */
  engine: string
  deadline: number
  /** Vectors of questions. */
  vectors: QueryVectors
  /** Texts of passages, by index. */
  chunkTexts: Map<string, ChunkTexts>
  /** Body of a POST. */
  bodyOf: (ctx: HttpContext) => Promise<unknown>
  /** What reading a query needs to know of the archive. */
  context: (q?: string) => Promise<QueryContext>
}

const made = new WeakMap<ApplicationService, Promise<SearchServices>>()

export function searchServices(app: ApplicationService): Promise<SearchServices> {
  let services = made.get(app)
  if (!services) {
    made.set(app, (services = make(app)))
    // What fails once may go well the next time.
    services.catch(() => made.delete(app))
  }
  return services
}

async function make(app: ApplicationService): Promise<SearchServices> {
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
  return {
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
  }
}
