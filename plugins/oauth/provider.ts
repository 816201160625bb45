import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { AccountCache } from '#app/accounts/account_cache'
import { Reader } from '#app/database/reader'
import { AccessTokens } from './provider/access_tokens.js'
import { OAuthProviders } from './provider/providers.js'

/** Binds the OAuth providers of the process and the verification of its access tokens. */
export default class OAuthProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(OAuthProviders, async () => {
      const database = await container.make(Database)
      return new OAuthProviders(database, await container.make(AccountCache))
    })
    container.singleton(AccessTokens, async () => {
      return new AccessTokens(await container.make(Reader), await container.make(Database))
    })
  }
}
