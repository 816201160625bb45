import { BaseModel, beforeDelete, beforeSave } from '@adonisjs/lucid/orm'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import { DatedRow } from './dated_row.js'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * A row of which the account cache holds a part, except for its quiet
 * attributes. Its hooks invalidate the cached account, so it is saved and
 * deleted in transactions only. Statements of the query builder run no hooks, so here they
 * only read; `tests/unit/account_writes.spec.ts` checks that no other SQL writes
 * these tables.
 */
export class CachedRow extends DatedRow {
  /** The account whose cached record the row is part of, all unless a model knows; undefined for one that cannot be cached yet. */
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
  throw new Error('Save or delete the model instead: statements run no hooks.')
}

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
