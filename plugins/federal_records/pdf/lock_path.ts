import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ADVISORY_LOCK_NAMES } from '#app/support/advisory_locks'

/** Waits until no other transaction stores or removes the file of a path, and keeps others waiting. */
export async function lockPath(trx: TransactionClientContract, path: string): Promise<void> {
  await trx.rawQuery('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [
    `${ADVISORY_LOCK_NAMES.storedFile}${path}`,
  ])
}
