import type { ApplicationService } from '@adonisjs/core/types'
import type { Gate } from '#api/gate'
import type { Notices } from '#app/database/notices'
import type { Outbox } from '#app/mail/outbox'
import type { RequestStats } from '#api/request_stats'
import type { Throttle } from '#app/throttle/throttle'
import type { AccountDirectory } from '#app/accounts/directory'
import type { TokenUse } from '#app/accounts/token_use'

declare module '@adonisjs/core/types' {
  interface ContainerBindings {
    'curia.notices': Notices
    'curia.directory': AccountDirectory
    'curia.throttle': Throttle
    'curia.token_use': TokenUse
    'curia.request_stats': RequestStats
    'curia.outbox': Outbox
    'curia.gate': Gate
  }
}

/** Who asks, and how much is left: made when first wanted, closed with the application. */
export default class AccountsProvider {
  #closing: (() => Promise<void>)[] = []

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton('curia.notices', async () => {
      const { Notices } = await import('#app/database/notices')
      const notices = new Notices((await container.make('curia.database')).connection)
      this.#closing.unshift(() => notices.close())
      return notices
    })
    container.singleton('curia.directory', async () => {
      const { AccountDirectory } = await import('#app/accounts/directory')
      const directory = new AccountDirectory(await container.make('curia.reader'))
      await directory.follow(await container.make('curia.notices'))
      return directory
    })
    container.singleton('curia.throttle', async () => {
      const { openThrottle } = await import('#app/throttle/open_throttle')
      const throttle = await openThrottle(this.app)
      this.#closing.unshift(() => throttle.close())
      return throttle
    })
    container.singleton('curia.token_use', async () => {
      const { TokenUse } = await import('#app/accounts/token_use')
      const use = new TokenUse(await container.make('lucid.db'))
      this.#closing.unshift(() => use.close())
      return use
    })
    container.singleton('curia.request_stats', async () => {
      const { RequestStats } = await import('#api/request_stats')
      const stats = new RequestStats(await container.make('lucid.db'))
      this.#closing.unshift(() => stats.close())
      return stats
    })
    container.singleton('curia.outbox', async () => {
      const { settings } = await import('#start/env')
      const { Outbox } = await import('#app/mail/outbox')
      const { folderTransport, smtpTransport } = await import('#app/mail/transport')
      const { smtpUrl, mailFrom, dataDir } = settings
      const transport = smtpUrl
        ? smtpTransport(smtpUrl, mailFrom)
        : folderTransport(`${dataDir}/mail`, mailFrom)
      this.#closing.unshift(async () => transport.close?.())
      return new Outbox(
        await container.make('lucid.db'),
        transport,
        await container.make('curia.jobs')
      )
    })
    container.singleton('curia.gate', async () => {
      const { makeGate } = await import('#core/make_gate')
      return makeGate(this.app)
    })
  }

  async shutdown() {
    for (const close of this.#closing) await close()
  }
}
