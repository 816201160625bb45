/**
 * The demo account, created by the first start so that new users can try all features.
 */
import { randomBytes } from 'node:crypto'
import type { Database } from '@adonisjs/lucid/database'
import { ADVISORY_LOCKS } from '#app/support/advisory_locks'
import { parseRate } from '#app/throttle/rate'
import { settings } from '#start/env'
import Account from '#app/models/account'
import { CreateAccount } from './actions/create_account.js'
import { SetOverride } from './actions/membership.js'

export const DEMO_USERNAME = 'demo'

/** High enough for trying out the API. */
const RATES = ['100000/hour'].map(parseRate)

export interface DemoAccount {
  id: number
  username: string
  password: string
  token: string
}

/**
 * Creates the demo account if `DEMO` is on; with `auto`, if the database is private, can only
 * be reached from this machine, and has no accounts.
 *
 * @returns its credentials, which can't be read later; undefined if it was not created
 */
export async function makeDemoAccount(database: Database): Promise<DemoAccount | undefined> {
  if (!isDemoEnabled()) return undefined
  return database.transaction(async (trx) => {
    // Two concurrent starts create only one account.
    await trx.rawQuery('SELECT pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.demoAccount])
    const accounts = Account.query({ client: trx })
    const inTheWay = settings.demo === 'on' ? accounts.where('username', DEMO_USERNAME) : accounts
    if (await inTheWay.first()) return undefined
    const password = randomBytes(12).toString('base64url')
    const { id, token } = await new CreateAccount().handle(trx, {
      username: DEMO_USERNAME,
      password,
    })
    await new SetOverride().handle(trx, id, { scope: 'user', rates: RATES, notes: 'Demo account' })
    return { id, username: DEMO_USERNAME, password, token }
  })
}

/**
 * Whether the demo account is enabled; with `auto`, if the server and its private database can
 * only be reached from this machine.
 */
export function isDemoEnabled(): boolean {
  const { demo, databaseUrl, host } = settings
  return demo === 'on' || (demo === 'auto' && databaseUrl === null && isLoopback(host))
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}
