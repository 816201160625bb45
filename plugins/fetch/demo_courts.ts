/** Simulated courts for newcomers, where a demo is in effect. */
import type { ApplicationService } from '@adonisjs/core/types'
import { DEMO_USERNAME, demoIsOn } from '#app/accounts/demo'
import type { LoopbackAddress } from './setting_rules.js'

/** What answers in place of the court system where the settings name nothing. */
export interface Simulation {
  /** Called when it is first wanted. */
  start: () => Promise<LoopbackAddress>
  /** Username of the only account that it answers; undefined: all of the server. */
  onlyFor?: string
}

/** Courts that answer the demo account only; undefined where no demo is in effect. */
export function demoCourts(app: ApplicationService): Simulation | undefined {
  if (!demoIsOn()) return undefined
  return {
    onlyFor: DEMO_USERNAME,
    async start() {
      const { startSimulator } = await import('./simulator/start_simulator.js')
      const courts = await startSimulator()
      app.terminating(() => courts.close())
      return { host: '127.0.0.1', port: courts.port }
    },
  }
}
