import type { ApplicationService } from '@adonisjs/core/types'
import { Gate } from './gate.js'
import { makeGate } from './make_gate.js'
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
    container.singleton(Gate, () => makeGate(this.app))
  }

  async shutdown() {
    await this.#stats?.close()
  }
}
