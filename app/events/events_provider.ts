import type { ApplicationService } from '@adonisjs/core/types'
import { OpenDatabase } from '#app/database/connection'
import { Notices } from '#app/database/notices'
import { Jobs } from '#app/jobs/jobs'
import { ChangeLog } from './change_log.js'
import { EventRegistry } from './event_registry.js'
import { Events } from './events.js'
import { Followers } from './followers.js'

export default class EventsProvider {
  #followers: Followers | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(
      Events,
      async () => new Events(await container.make(EventRegistry), await container.make(Jobs))
    )
    container.singleton(ChangeLog, async () => new ChangeLog(await container.make('lucid.db')))
    container.singleton(Followers, async () => {
      this.#followers = new Followers(
        {
          connection: (await container.make(OpenDatabase)).connection,
          log: await container.make(ChangeLog),
          logger: await container.make('logger'),
        },
        await container.make(Notices)
      )
      return this.#followers
    })
  }

  async shutdown() {
    await this.#followers?.close()
  }
}
