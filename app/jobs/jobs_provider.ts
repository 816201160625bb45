import type { ApplicationService } from '@adonisjs/core/types'
import { OpenDatabase } from '#app/database/connection'
import { settings } from '#start/env'
import { stopSignal } from '#app/support/process_stop'
import { Maintenance } from '#app/maintenance/maintenance'
import { JobRegistry } from './job_registry.js'
import { Jobs } from './jobs.js'

export default class JobsProvider {
  #jobs: Jobs | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(Jobs, async () => {
      this.#jobs = new Jobs({
        app: this.app,
        connection: (await container.make(OpenDatabase)).connection,
        database: await container.make('lucid.db'),
        registry: await container.make(JobRegistry),
        timeZone: settings.timeZone,
        maintenance: await container.make(Maintenance),
        logger: await container.make('logger'),
      })
      return this.#jobs
    })
    // Stops early, while requests, which may send jobs, are still served.
    stopSignal.addEventListener('abort', () => {
      // A failure is reported by the shutdown.
      this.#jobs?.stopWork().catch(() => {})
    })
  }

  async shutdown() {
    await this.#jobs?.stop()
  }
}
