/**
 * The gate of the API, with what it works with.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { Gate } from '#api/gate'
import { ApiSessions } from '#app/accounts/api_sessions'
import { parseRate } from '#app/throttle/rate'
import { settings } from '#start/env'
import { Authenticator } from '#app/accounts/authenticator'

/** Passwords that may be tried from one address. */
const ATTEMPTS = [{ scope: 'sign-in', rates: ['20/min', '2000/hour'].map(parseRate), cost: 1 }]

export async function makeGate(app: ApplicationService): Promise<Gate> {
  const { container } = app
  const sessions = await ApiSessions.make(app)
  const tokenUse = await container.make('curia.token_use')
  const authenticator = new Authenticator({
    session: (ctx) => sessions.account(ctx),
    directory: await container.make('curia.directory'),
    used: (tokenId) => tokenUse.note(tokenId),
    attempted: (ctx) => gate.attempt(ctx, ATTEMPTS),
    checkPassword: (name, stored, password) => gate.checkPassword(name, stored, password),
  })
  const gate: Gate = new Gate({
    authenticator,
    throttle: await container.make('curia.throttle'),
    limits: settings.rateLimits,
    attempts: true,
    anonymousReads: settings.anonymousReads,
    checkOrigin: (ctx) => sessions.check(ctx),
  })
  return gate
}
