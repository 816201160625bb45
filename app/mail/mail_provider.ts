import type { ApplicationService } from '@adonisjs/core/types'
import { Jobs } from '#app/jobs/jobs'
import { Outbox } from './outbox.js'
import { OutboxMessenger } from './outbox_messenger.js'

/** Binds the outbox, and makes `mail.sendLater` write to it. */
export default class MailProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.resolving('mail.manager', (mail) => {
      const messenger = new OutboxMessenger(async () => ({
        database: await container.make('lucid.db'),
        jobs: await container.make(Jobs),
      }))
      mail.setMessenger(() => messenger)
    })
    container.singleton(Outbox, async () => {
      const mail = await container.make('mail.manager')
      return new Outbox(
        await container.make('lucid.db'),
        () => mail.use(),
        await container.make(Jobs)
      )
    })
  }
}
