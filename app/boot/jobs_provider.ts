import type { ApplicationService } from '@adonisjs/core/types'
import type { ChangeLog } from '#app/events/change_log'
import type { Events } from '#app/events/events'
import type { Followers } from '#app/events/followers'
import { logFailure } from '#app/database/database_away'
import type { Jobs } from '#app/jobs/jobs'

declare module '@adonisjs/core/types' {
  interface ContainerBindings {
    'curia.jobs': Jobs
    'curia.events': Events
    'curia.changes': ChangeLog
    'curia.followers': Followers
  }
}

/** Jobs, events and the change log: made when first wanted, closed with the application. */
export default class JobsProvider {
  #closing: (() => Promise<void>)[] = []

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton('curia.jobs', async () => {
      const { Jobs } = await import('#app/jobs/jobs')
      const { settings } = await import('#start/env')
      const { connection } = await container.make('curia.database')
      const jobs = new Jobs({
        app: this.app,
        connection,
        database: await container.make('lucid.db'),
        registry: (await container.make('curia.plugins')).jobs,
        timeZone: settings.timeZone,
        logger: await container.make('logger'),
      })
      this.#closing.unshift(() => jobs.stop())
      return jobs
    })
    container.singleton('curia.events', async () => {
      const { Events } = await import('#app/events/events')
      const { events } = await container.make('curia.plugins')
      return new Events(events, await container.make('curia.jobs'))
    })
    container.singleton('curia.changes', async () => {
      const { ChangeLog } = await import('#app/events/change_log')
      return new ChangeLog(await container.make('lucid.db'))
    })
    container.singleton('curia.followers', async () => {
      const { Followers } = await import('#app/events/followers')
      const followers = new Followers(
        {
          connection: (await container.make('curia.database')).connection,
          log: await container.make('curia.changes'),
          logger: await container.make('logger'),
        },
        await container.make('curia.notices')
      )
      this.#closing.unshift(() => followers.close())
      return followers
    })
  }

  async ready() {
    if (this.app.getMode() !== 'run' || this.app.getEnvironment() !== 'web' || this.app.inTest)
      return
    const { settings } = await import('#start/env')
    if (settings.jobs !== 'inline') return
    const jobs = await this.app.container.make('curia.jobs')
    const logger = await this.app.container.make('logger')
    // Nobody waits for it who wants an answer.
    void jobs.work().catch((error) => logFailure(logger, error, 'jobs cannot be run'))
    const { keepFollowers } = await import('#app/events/keep_followers')
    void keepFollowers(this.app).catch((error) =>
      logFailure(logger, error, 'changes are not followed')
    )
  }

  async shutdown() {
    for (const close of this.#closing) await close()
  }
}
