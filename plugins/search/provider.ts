import { SampleRecords } from '#api/sample_records'
import type { ApplicationService } from '@adonisjs/core/types'
import { readEndpointBody } from '#api/writes/endpoint_body'
import { resolveReferences } from '#app/search/contributions'
import { SearchRegistry } from '#app/search/search_registry'
import { SearchCursors } from '#app/search/request/search_cursor'
import { SearchService } from '#app/search/search_service'
import { ArchiveModel } from '#app/search/semantic/archive_model'
import { ChunkTexts } from '#app/search/semantic/semantic_page'
import { embeddedTexts } from '#app/search/semantic/embedding_queue'
import { areUnchanged, type ShownRows } from '#app/search/results/row_states'
import { QueryVectors } from '#app/search/semantic/semantic_finder'
import { valueTrees } from '#app/search/value_trees'
import { SearchEngine } from '#app/search_engine/engine'
import { Reader } from '#app/database/reader'
import { PluginHost } from '#core/plugin_host'
import { QueryLog } from './query_log.js'
import { ResultCache, type KeptPage } from './result_cache.js'
import { SearchServices } from './services.js'

/** Timeout of a search in milliseconds. */
const DEADLINE = 10_000

/** Binds the services of searches. */
export default class SearchServicesProvider {
  #services: Promise<SearchServices> | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    // Not a singleton, which would cache the error of a search engine that is unavailable at first.
    this.app.container.bind(SearchServices, () => this.services())
  }

  /** Returns the services, which are created once; a failure is retried by the next call. */
  services(): Promise<SearchServices> {
    if (!this.#services) {
      this.#services = createSearchServices(this.app)
      this.#services.catch(() => (this.#services = undefined))
    }
    return this.#services
  }
}

/** Creates the services of an application. */
async function createSearchServices(app: ApplicationService): Promise<SearchServices> {
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
  const texts = embeddedTexts(host.searchIndexes, host.searchTypes)
  const archiveModels = new Map(
    texts.map(({ index }) => [index, new ArchiveModel(reader, index, vectors.embedder)])
  )
  return new SearchServices({
    service: new SearchService(engine, reader, { vectors, archiveModels }),
    declarations: { types: host.searchTypes, indexes: host.searchIndexes },
    cursors: new SearchCursors(settings.appKey),
    cache,
    pages,
    log,
    samples: await container.make(SampleRecords),
    engine: health.engine,
    deadline: DEADLINE,
    vectors,
    chunkTexts: new Map(texts.map((each) => [each.index, new ChunkTexts(reader, each)])),
    archiveModels,
    readPostBody: readEndpointBody,
    context: async (q = '', oldest?: number) => ({
      ...(await trees(oldest)),
      related: true,
      otherSpellings: await resolveReferences(referenceResolvers, q, reader),
    }),
  })
}
