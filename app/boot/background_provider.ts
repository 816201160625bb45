import type { ApplicationService } from '@adonisjs/core/types'
import { logFailure } from '#app/database/database_unavailable'
import { isServer, isSupervised } from '#app/support/run_mode'
import { settings } from '#start/env'
import { startConsumers, startSearchConsumers, runJobs } from './background.js'

/** Background work of a single web process with `JOBS=inline`; requests don't wait for it. */
export default class BackgroundProvider {
  #searchKept: Promise<void> | undefined

  constructor(protected app: ApplicationService) {}

  async ready() {
    if (!isServer(this.app) || isSupervised() || settings.jobs !== 'inline') return
    const logger = await this.app.container.make('logger')
    const failed = (message: string) => (error: unknown) => {
      // Errors during a stop are caused by the stop.
      if (!this.app.isTerminating) logFailure(logger, error, message)
    }
    this.#searchKept = startSearchConsumers(this.app).catch(failed('could not update the indexes'))
    void runJobs(this.app).catch(failed('could not run jobs'))
    void startConsumers(this.app).catch(failed('could not start the change log consumers'))
  }

  async shutdown() {
    await this.#searchKept
  }
}
