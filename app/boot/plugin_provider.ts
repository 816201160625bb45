import type { ApplicationService } from '@adonisjs/core/types'
import type { DemoAccount } from '#app/accounts/demo'
import type { Writer } from '#api/writes/writer'
import type { ApiSessions as ApiSessionsType } from '#app/accounts/api_sessions'
import type { PluginHost } from '#core/plugin_host'

declare module '@adonisjs/core/types' {
  interface ContainerBindings {
    'curia.plugins': PluginHost
    /** Writes records for pages of this server. */
    'curia.writer': Writer
  }
}

/** Milliseconds a start waits for the search indexes of a small archive. */
const LONGEST_WAIT = 60_000

/**
 * Assembles the plugins, brings the database to their schema, checks the one
 * against the other, and registers their routes.
 */
export default class PluginProvider {
  readonly #stopping = new AbortController()

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton('curia.writer', async () => {
      const { Writer } = await import('#api/writes/writer')
      const { resources } = await container.make('curia.plugins')
      return new Writer(resources, await container.make('lucid.db'))
    })
  }

  async boot() {
    const { loadHost } = await import('#core/plugin_loader')
    this.app.container.bindValue('curia.plugins', await loadHost())
  }

  async start() {
    const host = await this.app.container.make('curia.plugins')
    if (this.app.getMode() === 'run' && ['web', 'test'].includes(this.app.getEnvironment())) {
      const { prepareArchive } = await import('./prepare.js')
      await prepareArchive(this.app)
    }
    const { registerApiRoutes } = await import('#api/routes')
    await registerApiRoutes(this.app, host.catalogs)

    const router = await this.app.container.make('router')
    const { RecordPages } = await import('#app/web/record_pages')
    const { Records } = await import('#api/records')
    const { mountViews } = await import('#core/plugin_views')
    await mountViews(host.plugins)
    // Route tables are also built without running; nothing is read then.
    const reader =
      this.app.getMode() === 'run'
        ? await this.app.container.make('curia.reader')
        : (undefined as never)
    const { ApiSessions } = await import('#app/accounts/api_sessions')
    let sessions: Promise<ApiSessionsType> | undefined
    const pages = new RecordPages(
      router,
      new Records(host.resources, reader),
      () => (sessions ??= ApiSessions.make(this.app)),
      async () => (await this.app.container.make('curia.gate')).options.anonymousReads
    )
    const { forSignedIn, withSession } = await import('#app/console/with_session')
    for (const { routes } of host.plugins) {
      if (routes)
        (await routes()).default({
          router,
          pages,
          sessions: { any: withSession, signedIn: forSignedIn },
        })
    }
  }

  async ready() {
    if (this.app.getMode() !== 'run' || this.app.getEnvironment() !== 'web' || this.app.inTest)
      return
    await this.#untilSearchable()
    if (this.#stopping.signal.aborted) return
    // Not earlier: its credentials are printed once, and a start that ends before would lose them.
    const { makeDemoAccount } = await import('#app/accounts/demo')
    const demo = await makeDemoAccount(this.app)
    if (demo) await this.#fillDemo(demo)
    const { banner } = await import('#app/web/banner')
    const { place } = await this.app.container.make('curia.database')
    const { plugins } = await this.app.container.make('curia.plugins')
    process.stdout.write(
      banner(
        plugins.flatMap(({ examples = [] }) => examples),
        place,
        demo
      )
    )
  }

  async shutdown() {
    this.#stopping.abort()
  }

  /** The server answers meanwhile; only its address is not printed yet. */
  async #untilSearchable(): Promise<void> {
    const { container } = this.app
    const { settings } = await import('#start/env')
    if (settings.jobs !== 'inline') return
    const { awaitSmallIndexes } = await import('#app/search/indexer/await_small_indexes')
    await awaitSmallIndexes({
      engine: await container.make('curia.search'),
      indexes: (await container.make('curia.plugins')).searchIndexes,
      reader: await container.make('curia.reader'),
      signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(LONGEST_WAIT)]),
    })
  }

  /** An account without records is better than a failed start. */
  async #fillDemo({ id }: DemoAccount): Promise<void> {
    const { makeDemoRecords } = await import('#app/accounts/demo_records')
    try {
      await makeDemoRecords(this.app, id)
    } catch (error) {
      const logger = await this.app.container.make('logger')
      logger.error({ err: error }, 'the demo account has no records')
    }
  }
}
