import type { ApplicationService } from '@adonisjs/core/types'
import { DriveManager } from '@adonisjs/drive'
import type { DemoAccount } from '#app/accounts/demo'
import { makeServices } from '#api/api_provider'
import { Gate } from '#api/gate'
import { SampleRecords } from '#api/sample_records'
import { OpenDatabase } from '#app/database/connection'
import { Reader } from '#app/database/reader'
import { SearchEngine } from '#app/search_engine/engine'
import { SearchRegistry } from '#app/search/search_registry'
import { Maintenance } from '#app/maintenance/maintenance'
import { SiteRegistry } from '#app/web/site_registry'
import { startStep } from '#app/support/progress_display'
import { answersRequests, isRunning, isServer, isSupervised } from '#app/support/run_mode'
import { PluginHost } from '#core/plugin_host'
import { reportReady } from './cluster/messages.js'

/** Milliseconds for which startup waits for the search indexes of a small archive. */
const MAX_WAIT = 60_000

/**
 * Migrates the database, checks its schema against the declarations of the plugins, and adds
 * the routes.
 */
export default class ArchiveProvider {
  readonly #stopping = new AbortController()

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    // The framework binds it by name only, which constructors can't declare.
    container.bind(DriveManager, () => container.make('drive.manager'))
  }

  async start() {
    const host = await this.app.container.make(PluginHost)
    if (answersRequests(this.app)) {
      const { prepareArchive } = await import('./prepare.js')
      await prepareArchive(this.app)
      await (await this.app.container.make(Maintenance)).follow()
    }
    const { registerApiRoutes } = await import('#api/routes')
    const router = await this.app.container.make('router')
    const services = host.catalogs.map((catalog) => makeServices(this.app, catalog))
    registerApiRoutes(router, this.app, await Promise.all(services))

    const { RecordPages } = await import('#app/web/record_pages')
    const { Records } = await import('#api/records')
    const { mountViews } = await import('#core/plugin_views')
    await mountViews(host.plugins, host.assembled.site)
    // Route tables are also built by commands, which read no records.
    const reader = isRunning(this.app)
      ? await this.app.container.make(Reader)
      : (undefined as never)
    const pages = new RecordPages(
      router,
      new Records(host.resources, reader),
      async () => (await this.app.container.make(Gate)).options.anonymousReads,
      isRunning(this.app) ? await this.app.container.make(SampleRecords) : (undefined as never)
    )
    this.app.container.bindValue(RecordPages, pages)
    const { forFileForms, forLimitedForms, forSignedIn, withSession } =
      await import('#app/console/with_session')
    for (const { routes } of host.plugins) {
      if (routes)
        (await routes()).default({
          router,
          pages,
          sessions: {
            any: withSession,
            signedIn: forSignedIn,
            limitedForms: forLimitedForms,
            fileForms: forFileForms,
          },
        })
    }
    pages.mount()
    const { addEditLinks } = await import('#app/console/admin/records/record_edits')
    addEditLinks(pages, host.assembled.recordEdits)
    const { ArchiveSummary } = await import('#app/web/archive_summary')
    const summary = new ArchiveSummary(host.assembled.site.holdings, pages, reader)
    this.app.container.bindValue(ArchiveSummary, summary)
    const { addSitemapRoutes } = await import('#app/web/sitemap')
    addSitemapRoutes(router, pages)
    const { addListRoutes } = await import('#app/console/admin_routes')
    addListRoutes(host.assembled.console.lists)
    const { addMountRoutes } = await import('#app/web/mount_routes')
    addMountRoutes(router, host.assembled.site.mounts)
  }

  async ready() {
    if (!isServer(this.app)) return
    await this.#untilSearchable()
    if (this.#stopping.signal.aborted) return
    // Not earlier: its credentials are printed only once, and would be lost if startup failed.
    const { makeDemoAccount } = await import('#app/accounts/demo')
    const demo = await makeDemoAccount(await this.app.container.make('lucid.db'))
    if (demo) await startStep('creating the demo records', () => this.#fillDemo(demo))
    const { banner } = await import('#app/web/banner')
    const { place } = await this.app.container.make(OpenDatabase)
    const { examples } = await this.app.container.make(SiteRegistry)
    const text = banner({ examples, database: place, demo, ignored: await this.#ignored() })
    if (isSupervised()) reportReady({ banner: text, hasDemo: Boolean(demo) })
    else {
      process.stdout.write(text)
      reportReady()
    }
  }

  async shutdown() {
    this.#stopping.abort()
  }

  /** Waits for the search indexes. Requests are already served; only the URL isn't printed yet. */
  async #untilSearchable(): Promise<void> {
    const { container } = this.app
    const { settings } = await import('#start/env')
    if (settings.jobs !== 'inline') return
    const { awaitSmallIndexes } = await import('#app/search/indexer/start_indexer')
    await awaitSmallIndexes({
      engine: await container.make(SearchEngine),
      logger: await container.make('logger'),
      indexes: (await container.make(SearchRegistry)).indexes,
      reader: await container.make(Reader),
      signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(MAX_WAIT)]),
    })
  }

  /** Describes a setting that doesn't apply to this archive. */
  async #ignored(): Promise<string | undefined> {
    const { settings } = await import('#start/env')
    const { describeIgnoredSetting, readFirstLocalKey } = await import('#app/database/local_keys')
    const database = await this.app.container.make('lucid.db')
    const first = await readFirstLocalKey((sql) => database.rawQuery<{ rows: unknown[] }>(sql))
    return describeIgnoredSetting(settings.localIdsFrom, first)
  }

  /** A demo account without records is better than a failed startup. */
  async #fillDemo({ id }: DemoAccount): Promise<void> {
    const { makeDemoRecords } = await import('./make_demo_records.js')
    try {
      await makeDemoRecords(this.app, id)
    } catch (error) {
      const logger = await this.app.container.make('logger')
      logger.error({ err: error }, 'could not create the demo records')
    }
  }
}
