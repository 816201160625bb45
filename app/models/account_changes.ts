/**
 * Invalidation of cached accounts. The hooks of the models call it with every
 * change of a row that the account cache holds.
 */
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Channel of NOTIFY on which all processes hear of changed accounts. */
export const ACCOUNT_CHANGES = 'curia_accounts'

/** In place of an account's ID: a change that concerns every account. */
export const ALL_ACCOUNTS = '*'

export type ChangedAccount = number | typeof ALL_ACCOUNTS

type Listener = (changed: ChangedAccount) => void

const listeners = new Set<Listener>()

/**
 * Calls a function after each commit of this process that changed an account,
 * and before the transaction resolves to its caller.
 */
export function onAccountChange(listener: Listener): void {
  listeners.add(listener)
}

/**
 * Invalidates the cached record of an account when the transaction commits:
 * in this process at once, in others by NOTIFY.
 *
 * @throws Error outside of a transaction, where a change and its invalidation could come apart
 */
export async function invalidateAccount(
  client: QueryClientContract | undefined,
  changed: ChangedAccount
): Promise<void> {
  if (!client?.isTransaction) throw new Error('An account is only changed in a transaction.')
  const trx = client as TransactionClientContract
  await trx.rawQuery('SELECT pg_notify(?, ?)', [ACCOUNT_CHANGES, String(changed)])
  trx.after('commit', () => {
    for (const listener of listeners) listener(changed)
  })
}
