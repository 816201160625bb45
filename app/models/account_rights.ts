/**
 * Rights of single accounts, beside those of their roles. The table's key is
 * composite, which models of Lucid do not support.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { invalidateAccount } from './cached_row.js'

const TABLE = 'account_rights'

/** Grants a right to an account, which may have it. */
export async function grantRight(
  trx: TransactionClientContract,
  accountId: number,
  right: string
): Promise<void> {
  const row = { account_id: accountId, right }
  await trx.knexQuery().table(TABLE).insert(row).onConflict().ignore()
  await invalidateAccount(trx, accountId)
}

/** Revokes a right of an account, which may not have it. */
export async function revokeRight(
  trx: TransactionClientContract,
  accountId: number,
  right: string
): Promise<void> {
  await trx.from(TABLE).where({ account_id: accountId, right }).delete()
  await invalidateAccount(trx, accountId)
}

/** Rights of a single account, in alphabetical order. */
export async function rightsOf(accountId: number): Promise<string[]> {
  const rows = await db.from(TABLE).where('account_id', accountId).orderBy('right')
  return rows.map((row: { right: string }) => row.right)
}
