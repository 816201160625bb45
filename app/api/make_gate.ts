/**
 * The gate of the API, with what it works with.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { Gate } from './gate.js'
import { ApiSessions } from '#app/accounts/api_sessions'
import { settings } from '#start/env'
import { signInLimit } from '#start/limiter'
import { Authenticator } from '#app/accounts/authenticator'
import { TokenUse } from '#app/accounts/token_use'
import { AccountDirectory } from '#app/accounts/directory'
import { Throttle } from '#app/throttle/throttle'
import { ScopeRegistry } from '#app/throttle/scope_registry'

export async function makeGate(app: ApplicationService): Promise<Gate> {
  const { container } = app
  const sessions = await container.make(ApiSessions)
  const tokenUse = await container.make(TokenUse)
  const authenticator = new Authenticator({
    session: (ctx) => sessions.account(ctx),
    directory: await container.make(AccountDirectory),
    used: (tokenId) => tokenUse.note(tokenId),
    attempted: (ctx) => signInLimit.count(ctx),
    checkPassword: (name, stored, password) => gate.checkPassword(name, stored, password),
  })
  const gate: Gate = new Gate({
    authenticator,
    throttle: await container.make(Throttle),
    scopes: await container.make(ScopeRegistry),
    limits: settings.rateLimits,
    anonymousReads: settings.anonymousReads,
    checkOrigin: (ctx) => sessions.check(ctx),
  })
  return gate
}
