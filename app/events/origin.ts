import type { Database } from '@adonisjs/lucid/database'

/**
 * Marks the changes of a transaction as derived from other rows, so that
 * consumers which handle original changes only leave them out.
 *
 * @param origin name of the part of the server that derives them: `citations`
 */
export async function markOrigin(trx: Pick<Database, 'rawQuery'>, origin: string): Promise<void> {
  await trx.rawQuery(`SELECT set_config('curia.origin', ?, true)`, [origin])
}
