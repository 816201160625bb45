import { defineConfig } from '@adonisjs/auth'
import type { GuardConfigProvider } from '@adonisjs/auth/types'
import type { Guards } from '#app/accounts/request_authenticator'

type Provider<Name extends keyof Guards> = GuardConfigProvider<Guards[Name]>

// Imported when the guards are created: this file is loaded before the application boots.

/** Browser sessions. */
const web: Provider<'web'> = {
  async resolver(_name, { container }) {
    const { SessionCollection } = await import('@adonisjs/session')
    const { AccountCache } = await import('#app/accounts/account_cache')
    const { AccountSessionGuard } = await import('#app/accounts/guards/session_guard')
    const { SessionAccounts } = await import('#app/accounts/sessions')
    const accounts = new SessionAccounts(await container.make(AccountCache))
    const sessions = await container.make(SessionCollection)
    const emitter = await container.make('emitter')
    return (ctx) => new AccountSessionGuard(ctx, emitter, accounts, sessions)
  },
}

/** `Authorization: Token <key>`. */
const token: Provider<'token'> = {
  async resolver(_name, { container }) {
    const { AccountCache } = await import('#app/accounts/account_cache')
    const { TokenGuard } = await import('#app/accounts/guards/token_guard')
    const { TokenUse } = await import('#app/accounts/tokens')
    const accountCache = await container.make(AccountCache)
    const use = await container.make(TokenUse)
    return (ctx) => new TokenGuard(ctx, accountCache, use)
  },
}

/** `Authorization: Basic <name:password in base64>`. */
const basic: Provider<'basic'> = {
  async resolver(_name, { container }) {
    const { AccountCache } = await import('#app/accounts/account_cache')
    const { BasicGuard, VerifiedPasswords } = await import('#app/accounts/guards/basic_guard')
    const { Gate } = await import('#api/gate')
    const { signInLimit } = await import('#start/limiter')
    const gate = await container.make(Gate)
    const passwords = new VerifiedPasswords(
      await container.make(AccountCache),
      (ctx) => signInLimit.count(ctx),
      (name, stored, password) => gate.checkPassword(name, stored, password)
    )
    return (ctx) => new BasicGuard(ctx, passwords)
  },
}

/** `Authorization: Bearer <access token>`, if a plugin issues access tokens. */
const bearer: Provider<'bearer'> = {
  async resolver(_name, { container }) {
    const { default: app } = await import('@adonisjs/core/services/app')
    const { AccountCache } = await import('#app/accounts/account_cache')
    const { BearerGuard } = await import('#app/accounts/guards/token_guard')
    const { BearerTokens } = await import('#app/accounts/bearer_tokens')
    const accountCache = await container.make(AccountCache)
    const tokens = await container.make(BearerTokens)
    return (ctx) => new BearerGuard(ctx, accountCache, tokens, app)
  },
}

export default defineConfig({ default: 'web', guards: { web, token, basic, bearer } })

declare module '@adonisjs/auth/types' {
  interface Authenticators extends Guards {}
}
