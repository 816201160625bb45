import type { ApplicationService } from '@adonisjs/core/types'
import { Jobs } from '#app/jobs/jobs'
import { settings } from '#start/env'
import { Outbox } from './outbox.js'
import { folderTransport, smtpTransport } from './transport.js'

export default class MailProvider {
  #outbox: Outbox | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(Outbox, async () => {
      const { smtpUrl, mailFrom, dataDir } = settings
      const transport = smtpUrl
        ? smtpTransport(smtpUrl, mailFrom)
        : folderTransport(`${dataDir}/mail`, mailFrom)
      const database = await container.make('lucid.db')
      this.#outbox = new Outbox(database, transport, await container.make(Jobs))
      return this.#outbox
    })
  }

  async shutdown() {
    await this.#outbox?.transport.close?.()
  }
}
