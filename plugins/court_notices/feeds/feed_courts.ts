/** Courts whose feeds are read. */
import type { Database } from '@adonisjs/lucid/database'

/** Courts of special jurisdiction that are in the court system (court-system, 3). */
const OTHERS = ['cit', 'jpml', 'uscfc', 'cavc']

/**
 * Courts of the court system that are in use, unless they are known to have no feed.
 *
 * @returns the archive's IDs in their order
 */
export async function feedCourts(database: Pick<Database, 'from'>): Promise<string[]> {
  const rows = await database
    .from('courts')
    .where((query) => query.whereIn('jurisdiction', ['F', 'FD', 'FB']).orWhereIn('id', OTHERS))
    .where('in_use', true)
    .whereNull('end_date')
    .whereNot('id', 'scotus')
    .whereRaw('registry_has_rss_feed IS NOT FALSE')
    .orderBy('id')
    .select('id')
  return rows.map(({ id }) => String(id))
}
