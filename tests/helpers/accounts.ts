/** Creates test accounts through the server's own code. */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { CreateAccount } from '#app/accounts/actions/create_account'
import { SetMembership, SetOverride } from '#app/accounts/actions/membership'
import { SetRight } from '#app/accounts/actions/access'
import { RightRegistry } from '#app/accounts/rights'
import type { MembershipRecord } from '#app/accounts/policy'
import { parseRate } from '#app/throttle/rate'
import { freeOfLimits, withAimedLimits } from './aimed_limits.js'
import { AIMED_AT } from './environment.js'
import { noteSecrets } from './secrets.js'
import { Gate } from '#api/gate'
import { attemptLimits } from '#app/throttle/attempt_limit'

export interface TestAccount {
  id: number
  username: string
  password: string
  token: string
  /** Value of an Authorization header with the account's token. */
  authorization: string
  /** Value of an Authorization header with username and password. */
  basic: string
}

export interface TestAccountWishes {
  rights?: string[]
  overrides?: Record<string, string[]>
  membership?: MembershipRecord
  email?: string
  confirmed?: boolean
}

/** Creates an account with a unique name. */
export async function makeAccount({
  rights = [],
  overrides = {},
  membership,
  email,
  confirmed,
}: TestAccountWishes = {}): Promise<TestAccount> {
  const database = await app.container.make('lucid.db')
  const known = await app.container.make(RightRegistry)
  const username = `user-${randomUUID().slice(0, 13)}`
  const password = `pw ${randomUUID()}`
  const { id, token } = await database.transaction(async (trx) => {
    const made = await new CreateAccount().handle(trx, { username, password, email, confirmed })
    for (const right of rights)
      await new SetRight().handle(trx, made.id, right, { granted: true, known: known.names })
    for (const [scope, rates] of Object.entries(overrides)) {
      await new SetOverride().handle(trx, made.id, {
        scope,
        rates: rates.map(parseRate),
      })
    }
    if (membership) await new SetMembership().handle(trx, made.id, membership)
    return made
  })
  if (AIMED_AT && !overrides.user) await freeOfLimits(id)
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')
  noteSecrets('password', [password, credentials])
  noteSecrets('token', [token])
  return {
    id,
    username,
    password,
    token,
    authorization: `Token ${token}`,
    basic: `Basic ${credentials}`,
  }
}

/** Disables limits on forms and passwords in the test server. */
export async function allowAttempts(): Promise<void> {
  attemptLimits.enabled = false
}

/**
 * Enforces limits from the first attempt on while the callback runs. The test
 * server doesn't enforce them otherwise.
 */
export async function withLimits(work: () => Promise<void>): Promise<void> {
  if (AIMED_AT) return withAimedLimits(work)
  const { options } = await app.container.make(Gate)
  const { default: limiter } = await import('@adonisjs/limiter/services/main')
  await limiter.clear(['attempts', 'pages'])
  options.limits = attemptLimits.enabled = true
  try {
    await work()
  } finally {
    options.limits = attemptLimits.enabled = false
  }
}
