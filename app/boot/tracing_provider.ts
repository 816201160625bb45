import type { ApplicationService } from '@adonisjs/core/types'
import { isRunning } from '#app/support/run_mode'
import { settings } from '#start/env'
import { startTracing } from './start_tracing.js'

/** Sends traces to the collector of the settings, from before the first request until everything else has stopped. */
export default class TracingProvider {
  #stop: (() => Promise<void>) | undefined

  constructor(protected app: ApplicationService) {}

  async start() {
    const { tracing } = settings
    if (isRunning(this.app) && tracing) this.#stop = await startTracing(this.app, tracing)
  }

  async shutdown() {
    await this.#stop?.()
  }
}
