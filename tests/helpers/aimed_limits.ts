/**
 * Limits of a server outside the test process (`AIMED_AT`). They are always enforced, so tests
 * that don't cover limits avoid them: accounts get a high limit, and each anonymous request
 * uses a different IP address.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { SetOverride } from '#app/accounts/actions/membership'
import { parseRate } from '#app/throttle/rate'

const FREE = ['1000000/hour']
/** Milliseconds until a change to an account reaches all processes. */
const HEARD_WITHIN = 100

/** Accounts whose limit was raised. */
const freed = new Set<number>()
/** IP address of anonymous callers while limits are tested. */
let tested: string | undefined

/** IP address of the next request. */
export function callerAddress(): string {
  return tested ?? anyAddress()
}

/** Raises the limit of a new account, unless limits are being tested. */
export async function freeOfLimits(id: number): Promise<void> {
  if (tested) return
  await setLimits([id], FREE)
  freed.add(id)
}

/** While the callback runs, accounts and one IP address have the default limits. */
export async function withAimedLimits(work: () => Promise<void>): Promise<void> {
  const { default: limiter } = await import('@adonisjs/limiter/services/main')
  await limiter.clear(['attempts', 'pages'])
  tested = anyAddress()
  await setLimits(freed, [])
  try {
    await work()
  } finally {
    tested = undefined
    await setLimits(freed, FREE)
  }
}

async function setLimits(accounts: Iterable<number>, rates: string[]): Promise<void> {
  const database = await app.container.make('lucid.db')
  for (const id of accounts)
    await database.transaction((trx) =>
      new SetOverride().handle(trx, id, { scope: 'user', rates: rates.map(parseRate) })
    )
  await sleep(HEARD_WITHIN)
}

function anyAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
}
