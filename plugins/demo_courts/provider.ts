import type { ApplicationService } from '@adonisjs/core/types'
import { DEMO_USERNAME, isDemoEnabled } from '#app/accounts/demo'
import { SimulatedCourts } from '#plugins/fetch/public'
import type { Simulator } from './simulator/start_simulator.js'

/** Offers simulated courts to the demo account. They start on its first fetch. */
export default class DemoCourtsProvider {
  #courts: Simulator | undefined

  constructor(protected app: ApplicationService) {}

  async boot() {
    if (!isDemoEnabled()) return
    const simulated = await this.app.container.make(SimulatedCourts)
    simulated.offer({
      onlyFor: DEMO_USERNAME,
      start: async () => {
        const { startSimulator } = await import('./simulator/start_simulator.js')
        this.#courts = await startSimulator()
        return { host: '127.0.0.1', port: this.#courts.port }
      },
    })
  }

  async shutdown() {
    await this.#courts?.close()
  }
}
