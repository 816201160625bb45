import type { ApplicationService } from '@adonisjs/core/types'
import { OpenDatabase } from '#app/database/connection'
import { ChangeLog } from '#app/events/change_log'
import { Jobs } from '#app/jobs/jobs'
import { settings } from '#start/env'
import { openEmbedder } from '#app/search_engine/embeddings/open_embedder'
import { SearchEngine } from '#app/search_engine/engine'
import { openEngine } from '#app/search_engine/engines/open_engine'
import { StartupError } from '#app/support/startup_error'
import { Indexer } from './indexer/indexer.js'
import type { EngineChoice } from './indexer/indexing_thread.js'
import { SearchRegistry } from './search_registry.js'
import { embeddedTexts } from './semantic/embedding_queue.js'
import { Embeddings } from './semantic/embeddings_service.js'
import { QueryVectors } from './semantic/semantic_finder.js'

export default class SearchProvider {
  #engine: SearchEngine | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(SearchEngine, async () => {
      const { indexes } = await container.make(SearchRegistry)
      const { name, ...options } = engineChoice()
      this.#engine = await openEngine(name, { ...options, indexes })
      return this.#engine
    })
    container.singleton(Indexer, async () => {
      return new Indexer({
        indexes: (await container.make(SearchRegistry)).indexes,
        engine: await container.make(SearchEngine),
        log: await container.make(ChangeLog),
        connection: (await container.make(OpenDatabase)).connection,
        logger: await container.make('logger'),
        // Tests provide their own engines to the application.
        ...(!this.app.inTest && { thread: engineChoice() }),
      })
    })
    container.singleton(Embeddings, async () => {
      const { indexes, types } = await container.make(SearchRegistry)
      return new Embeddings({
        database: await container.make('lucid.db'),
        connection: (await container.make(OpenDatabase)).connection,
        indexes,
        texts: embeddedTexts(indexes, types),
        embedder: openEmbedder(settings),
        jobs: await container.make(Jobs),
      })
    })
    container.singleton(QueryVectors, async () => {
      const { embedder } = await container.make(Embeddings)
      return new QueryVectors(embedder, await container.make('logger'))
    })
  }

  /** @throws StartupError when the engine is unreachable with these settings */
  boot() {
    typesenseOptions()
  }

  async shutdown() {
    await this.#engine?.close()
  }
}

function engineChoice(): EngineChoice {
  const folder = `${settings.dataDir}/search`
  return { name: settings.searchEngine, folder, typesense: typesenseOptions() }
}

function typesenseOptions() {
  const { searchEngine, typesense } = settings
  if (searchEngine !== 'typesense') return undefined
  const { urls, apiKey } = typesense
  if (!urls.length || !apiKey)
    throw new StartupError('SEARCH_ENGINE=typesense requires TYPESENSE_URLS and TYPESENSE_API_KEY.')
  return { urls, apiKey }
}
