/**
 * The account a first start makes, so that a newcomer can try everything.
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

/** Enough that a newcomer is not stopped at the fifth request. */
const RATES = ['100000/hour'].map(parseRate)

export interface DemoAccount {
  id: number
  username: string
  password: string
  token: string
}

/**
 * Makes the demo account where `DEMO` wants one: with `auto`, in a private
 * database that only this machine reaches, as long as it has no accounts.
 *
 * @returns its credentials, which cannot be read later; undefined when nothing was created
 */
export async function makeDemoAccount(database: Database): Promise<DemoAccount | undefined> {
  if (!demoIsOn()) return undefined
  return database.transaction(async (trx) => {
    // Two processes that start at once make one account.
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

/** Whether `DEMO` lets newcomers try the server; with `auto`, where only this machine reaches it and its private database. */
export function demoIsOn(): boolean {
  const { demo, databaseUrl, host } = settings
  return demo === 'on' || (demo === 'auto' && databaseUrl === null && isLoopback(host))
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}
