import type { ApplicationService } from '@adonisjs/core/types'
import type { SearchEngine } from '#app/search/engine'
import type { Indexer } from '#app/search/indexer/indexer'

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
      const { openEngine } = await import('#app/search/engines/open_engine')
      const { searchIndexes: indexes } = await container.make('curia.plugins')
      this.#engine = await openEngine(settings.searchEngine, {
        indexes,
        folder: `${settings.dataDir}/search`,
      })
      return this.#engine
    })
    container.singleton('curia.indexer', async () => {
      const { Indexer } = await import('#app/search/indexer/indexer')
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
    const { keepIndexes } = await import('#app/search/indexer/keep_indexes')
    const { keepEmbeddings } = await import('./embeddings_provider.js')
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
