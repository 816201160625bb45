import type { Database } from '@adonisjs/lucid/database'

/**
 * Marks a transaction's changes as derived from other rows, so that consumers
 * of original changes skip them.
 *
 * @param origin name of the component that derives them: `citations`
 */
export async function markOrigin(trx: Pick<Database, 'rawQuery'>, origin: string): Promise<void> {
  await trx.rawQuery(`SELECT set_config('curia.origin', ?, true)`, [origin])
}
