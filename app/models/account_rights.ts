/**
 * Permissions granted directly to an account, in addition to those of its role. Lucid models
 * don't support the table's composite key.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { invalidateAccount } from './cached_row.js'

const TABLE = 'account_rights'

/** Grants a permission. Has no effect if the account already has it. */
export async function grantRight(
  trx: TransactionClientContract,
  accountId: number,
  right: string
): Promise<void> {
  const row = { account_id: accountId, right }
  await trx.knexQuery().table(TABLE).insert(row).onConflict().ignore()
  await invalidateAccount(trx, accountId)
}

/** Revokes a permission. Has no effect if the account doesn't have it. */
export async function revokeRight(
  trx: TransactionClientContract,
  accountId: number,
  right: string
): Promise<void> {
  await trx.from(TABLE).where({ account_id: accountId, right }).delete()
  await invalidateAccount(trx, accountId)
}

/** The permissions granted directly to an account, in alphabetical order. */
export async function listAccountRights(accountId: number): Promise<string[]> {
  const rows = await db.from(TABLE).where('account_id', accountId).orderBy('right')
  return rows.map((row: { right: string }) => row.right)
}
