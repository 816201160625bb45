import type { ApplicationService } from '@adonisjs/core/types'
import type { SearchEngine } from './engine.js'
import type { Indexer } from './indexer/indexer.js'

declare module '@adonisjs/core/types' {
  interface ContainerBindings {
    'curia.search': SearchEngine
    'curia.indexer': Indexer
  }
}

/** The search engine and what keeps its indexes: made when first wanted, closed with the application. */
export default class SearchProvider {
  #engine: SearchEngine | undefined
  #starting: Promise<void> | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton('curia.search', async () => {
      const { settings } = await import('#start/env')
      const { openEngine } = await import('./engines/open_engine.js')
      const { searchIndexes: indexes } = await container.make('curia.plugins')
      this.#engine = await openEngine(settings.searchEngine, {
        indexes,
        folder: `${settings.dataDir}/search`,
      })
      return this.#engine
    })
    container.singleton('curia.indexer', async () => {
      const { Indexer } = await import('./indexer/indexer.js')
      return new Indexer({
        indexes: (await container.make('curia.plugins')).searchIndexes,
        engine: await container.make('curia.search'),
        log: await container.make('curia.changes'),
        connection: (await container.make('curia.database')).connection,
        logger: await container.make('logger'),
      })
    })
  }

  async ready() {
    if (this.app.getMode() !== 'run' || this.app.getEnvironment() !== 'web' || this.app.inTest)
      return
    const { settings } = await import('#start/env')
    if (settings.jobs !== 'inline') return
    const { keepIndexes } = await import('./indexer/keep_indexes.js')
    const { keepEmbeddings } = await import('./semantic/embeddings_provider.js')
    const logger = await this.app.container.make('logger')
    // Nobody waits for it who wants an answer.
    this.#starting = keepIndexes(this.app)
      .then(() => keepEmbeddings(this.app))
      .catch((error) => logger.error({ err: error }, 'indexes are not kept'))
  }

  async shutdown() {
    await this.#starting
    await this.#engine?.close()
  }
}
