import type { ApplicationService } from '@adonisjs/core/types'
import { settings } from '#start/env'
import { ScopeRegistry } from '#app/throttle/scope_registry'
import { Throttle } from '#app/throttle/throttle'
import { SampleRecords } from './sample_records.js'
import { Reader } from '#app/database/reader'
import { answersRequests } from '#app/support/run_mode'
import type { Catalog } from './catalog.js'
import { getQueryCompiler } from './query.js'
import type { ApiServices } from './routes.js'
import { Gate } from './gate.js'
import { RecordChanges } from './record_changes.js'
import { ResourceRegistry } from './registry.js'
import { RequestStats } from './request_stats.js'
import { Writer } from './writes/writer.js'

export default class ApiProvider {
  #stats: RequestStats | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(RequestStats, async () => {
      this.#stats = new RequestStats(await container.make('lucid.db'))
      return this.#stats
    })
    container.singleton(SampleRecords, async () => new SampleRecords(await container.make(Reader)))
    container.singleton(
      Writer,
      async () =>
        new Writer(await container.make(ResourceRegistry), await container.make('lucid.db'))
    )
    container.singleton(
      Gate,
      async () =>
        new Gate({
          throttle: await container.make(Throttle),
          scopes: await container.make(ScopeRegistry),
          limits: settings.rateLimits,
          anonymousReads: settings.anonymousReads,
        })
    )
  }

  async shutdown() {
    await this.#stats?.close()
  }
}

/** Creates the services that the endpoints of a catalog use. */
export async function makeServices(
  app: ApplicationService,
  catalog: Catalog
): Promise<ApiServices> {
  // Commands and codegen only list routes; no handler runs.
  if (!answersRequests(app)) return { catalog } as ApiServices
  const registry = catalog.resources
  return {
    catalog,
    compiler: getQueryCompiler(registry),
    reader: await app.container.make(Reader),
    samples: await app.container.make(SampleRecords),
    writer: new Writer(registry, await app.container.make('lucid.db')),
    gate: await app.container.make(Gate),
    stats: await app.container.make(RequestStats),
    changes: await app.container.make(RecordChanges),
  }
}
