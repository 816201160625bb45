import { BaseModel, beforeDelete, beforeSave } from '@adonisjs/lucid/orm'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import { DatedRow } from './dated_row.js'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * A row whose attributes, except the quiet ones, are part of the account cache. Its hooks
 * invalidate the cached account, so rows must be saved and deleted in transactions. Query
 * builder statements don't run hooks, so they are limited to reads here.
 * `tests/unit/account_writes.spec.ts` checks that no other SQL writes to these tables.
 */
export class CachedRow extends DatedRow {
  /**
   * The account whose cache entry contains this row (all accounts by default); undefined if it
   * can't be cached yet.
   */
  cachedAccount(): ChangedAccount | undefined {
    return ALL_ACCOUNTS
  }

  static override query: LucidModel['query'] = function (this: LucidModel, options) {
    const query = BaseModel.query.call(this, options)
    return Object.assign(query, { update: refuseWrite, delete: refuseWrite, del: refuseWrite })
  } as LucidModel['query']

  @beforeSave()
  static async invalidateSaved(row: CachedRow): Promise<void> {
    if (row.isModified) await invalidate(row)
  }

  @beforeDelete()
  static async invalidateDeleted(row: CachedRow): Promise<void> {
    await invalidate(row)
  }
}

async function invalidate(row: CachedRow): Promise<void> {
  const account = row.cachedAccount()
  if (account !== undefined) await invalidateAccount(row.$trx, account)
}

function refuseWrite(): never {
  throw new Error("Save or delete the model instead: query builder statements don't run hooks.")
}

/** The NOTIFY channel for account changes. */
export const ACCOUNT_CHANGES = 'curia_accounts'

/** Used instead of an account ID for a change that affects all accounts. */
export const ALL_ACCOUNTS = '*'

export type ChangedAccount = number | typeof ALL_ACCOUNTS

type Listener = (changed: ChangedAccount) => void

const listeners = new Set<Listener>()

/**
 * Registers a listener that is called after each commit in this process that changed an
 * account, before the transaction resolves to its caller.
 */
export function onAccountChange(listener: Listener): void {
  listeners.add(listener)
}

/**
 * Invalidates an account's cache entry when the transaction commits: immediately in this
 * process, with NOTIFY in others.
 *
 * @throws Error outside a transaction, where the change and its invalidation might not be
 *   atomic
 */
export async function invalidateAccount(
  client: QueryClientContract | undefined,
  changed: ChangedAccount
): Promise<void> {
  if (!client?.isTransaction) throw new Error('Accounts can only be changed in a transaction.')
  const trx = client as TransactionClientContract
  await trx.rawQuery('SELECT pg_notify(?, ?)', [ACCOUNT_CHANGES, String(changed)])
  trx.after('commit', () => {
    for (const listener of listeners) listener(changed)
  })
}
