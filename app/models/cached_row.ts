import { BaseModel, beforeDelete, beforeSave } from '@adonisjs/lucid/orm'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import { ALL_ACCOUNTS, invalidateAccount, type ChangedAccount } from './account_changes.js'
import { DatedRow } from './dated_row.js'

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
