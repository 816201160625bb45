/**
 * The gate of the API, with what it works with.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { callerKey, Gate } from '#api/gate'
import { throttled } from '#app/throttle/headers'
import { parseRate } from '#app/throttle/rate'
import { settings } from '#start/env'
import { Authenticator } from './authenticator.js'

/** Passwords that may be tried from one address. */
const ATTEMPTS = [{ scope: 'sign-in', rates: ['20/min', '2000/hour'].map(parseRate), cost: 1 }]

export async function makeGate({ container }: ApplicationService): Promise<Gate> {
  const throttle = await container.make('curia.throttle')
  const tokenUse = await container.make('curia.token_use')
  const authenticator = new Authenticator({
    directory: await container.make('curia.directory'),
    used: (tokenId) => tokenUse.note(tokenId),
    attempted: async (ctx) => {
      const { refusedBy } = await throttle.admit({
        caller: callerKey(ctx),
        charges: ATTEMPTS,
        counted: false,
      })
      if (refusedBy) throw throttled(refusedBy, { anonymous: true, now: Date.now() })
    },
  })
  return new Gate({
    authenticator,
    throttle,
    limits: settings.rateLimits,
    anonymousReads: settings.anonymousReads,
  })
}
