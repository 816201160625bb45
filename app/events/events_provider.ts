import type { ApplicationService } from '@adonisjs/core/types'
import { OpenDatabase } from '#app/database/connection'
import { PgNotifications } from '#app/database/notifications'
import { stopSignal } from '#app/support/process_stop'
import { Jobs } from '#app/jobs/jobs'
import { ChangeLog } from './change_log.js'
import { ChangeWatch } from './change_watch.js'
import { EventRegistry, Events } from './events.js'
import { Consumers } from './consumers.js'

export default class EventsProvider {
  #consumers: Consumers | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(
      Events,
      async () => new Events(await container.make(EventRegistry), await container.make(Jobs))
    )
    container.singleton(ChangeLog, async () => new ChangeLog(await container.make('lucid.db')))
    container.singleton(
      ChangeWatch,
      async () => new ChangeWatch(await container.make(PgNotifications))
    )
    container.singleton(Consumers, async () => {
      this.#consumers = new Consumers(
        {
          connection: (await container.make(OpenDatabase)).connection,
          log: await container.make(ChangeLog),
          logger: await container.make('logger'),
        },
        await container.make(PgNotifications)
      )
      return this.#consumers
    })
    // While requests, which don't depend on consumers, are still served.
    stopSignal.addEventListener('abort', () => {
      // The shutdown reports a failure.
      this.#consumers?.close().catch(() => {})
    })
  }

  async shutdown() {
    await this.#consumers?.close()
  }
}
