import type { ApplicationService } from '@adonisjs/core/types'
import { ResourceRegistry } from '#api/registry'
import { HealthCheck } from '#app/database/database_unavailable'
import { Reader } from '#app/database/reader'
import { ChangeLog } from '#app/events/change_log'
import { ConsumerRegistry } from '#app/events/consumer_definition'
import { JobRegistry } from '#app/jobs/job_registry'
import { Indexer } from '#app/search/indexer/indexer'
import { SearchRegistry } from '#app/search/search_registry'
import { SearchEngine } from '#app/search_engine/engine'
import { readDisks } from '#app/storage/disk_files'
import { StoredFiles } from '#app/storage/stored_files'
import { Throttle } from '#app/throttle/throttle'
import { settings } from '#start/env'
import { Readiness } from './health/readiness.js'
import { Monitoring } from './monitoring.js'
import { ServerMetrics } from './server_metrics.js'

export default class WebProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(
      Monitoring,
      () =>
        new Monitoring({
          health: () => container.make(HealthCheck),
          throttle: () => container.make(Throttle),
          engine: () => container.make(SearchEngine),
          search: () => container.make(SearchRegistry),
          jobs: () => container.make(JobRegistry),
          database: () => container.make('lucid.db'),
        })
    )
    container.singleton(
      ServerMetrics,
      async () =>
        new ServerMetrics({
          monitoring: await container.make(Monitoring),
          database: await container.make('lucid.db'),
          log: await container.make(ChangeLog),
          consumers: await container.make(ConsumerRegistry),
          jobs: await container.make(JobRegistry),
          indexer: () => container.make(Indexer),
        })
    )
    container.singleton(
      Readiness,
      async () =>
        new Readiness({
          app: this.app,
          database: await container.make('lucid.db'),
          health: await container.make(HealthCheck),
          monitoring: await container.make(Monitoring),
          dataDir: settings.dataDir,
        })
    )
    container.singleton(
      StoredFiles,
      async () =>
        new StoredFiles(
          await container.make(ResourceRegistry),
          await container.make(Reader),
          readDisks(await container.make('drive.manager'))
        )
    )
  }
}
