import type { ApplicationService } from '@adonisjs/core/types'
import { settings } from '#start/env'
import { ScopeRegistry } from '#app/throttle/scope_registry'
import { Throttle } from '#app/throttle/throttle'
import { Gate } from './gate.js'
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
