/**
 * What the controllers of the console work with.
 */
import app from '@adonisjs/core/services/app'
import type { AccountRecord } from '#app/accounts/account_cache'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Gate } from '#api/gate'

/**
 * Whether the signed-in account has a password.
 *
 * @throws ApiError 429 when too many were wrong
 */
export async function isPasswordOf(
  { username, password: stored }: AccountRecord,
  password: string
): Promise<boolean> {
  return (await app.container.make(Gate)).checkPassword(username, stored, password)
}

/** Runs a transaction. */
export async function inTransaction<T>(
  work: (trx: TransactionClientContract) => Promise<T>
): Promise<T> {
  const database = await app.container.make('lucid.db')
  return database.transaction(work)
}
