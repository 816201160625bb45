import type { ApplicationService } from '@adonisjs/core/types'
import { PgNotifications } from '#app/database/notifications'
import { Reader } from '#app/database/reader'
import { answersRequests } from '#app/support/run_mode'
import { ScopeRegistry } from '#app/throttle/scope_registry'
import { AccountCache } from './account_cache.js'
import { provideAuth, type GuardConfig } from './request_authenticator.js'
import { QuotaRegistry } from './quota_registry.js'
import { TokenUse } from './tokens.js'

export default class AccountsProvider {
  #tokenUse: TokenUse | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(AccountCache, async () => {
      const accountCache = new AccountCache(
        await container.make(Reader),
        await container.make(ScopeRegistry),
        await container.make(QuotaRegistry)
      )
      await accountCache.subscribe(await container.make(PgNotifications))
      return accountCache
    })
    container.singleton(TokenUse, async () => {
      this.#tokenUse = new TokenUse(await container.make('lucid.db'))
      return this.#tokenUse
    })
  }

  async start() {
    if (!answersRequests(this.app)) return
    const { config } = await this.app.container.make('auth.manager')
    provideAuth(config as unknown as GuardConfig)
  }

  async shutdown() {
    await this.#tokenUse?.close()
  }
}
