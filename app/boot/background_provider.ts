import type { ApplicationService } from '@adonisjs/core/types'
import { logFailure } from '#app/database/database_away'
import { isServer, isSupervised } from '#app/support/run_mode'
import { settings } from '#start/env'
import { startConsumers, startSearchConsumers, runJobs } from './background.js'

/** Work in the background of a single web process with `JOBS=inline`; no request awaits it. */
export default class BackgroundProvider {
  #searchKept: Promise<void> | undefined

  constructor(protected app: ApplicationService) {}

  async ready() {
    if (!isServer(this.app) || isSupervised() || settings.jobs !== 'inline') return
    const logger = await this.app.container.make('logger')
    const failed = (message: string) => (error: unknown) => {
      // What a stop cuts short only follows from it.
      if (!this.app.isTerminating) logFailure(logger, error, message)
    }
    this.#searchKept = startSearchConsumers(this.app).catch(failed('indexes are not kept'))
    void runJobs(this.app).catch(failed('jobs cannot be run'))
    void startConsumers(this.app).catch(failed('changes are not followed'))
  }

  async shutdown() {
    await this.#searchKept
  }
}
