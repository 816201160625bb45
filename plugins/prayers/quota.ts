/**
 * How many prayers an account may make (fetch-and-upload, 3).
 */
import type { Database } from '@adonisjs/lucid/database'
import type { AccountRecord } from '#app/accounts/account_cache'

/** In any 24 hours. */
const DAILY = { standard: 5, members: 15 }

export interface PrayerQuota {
  limit: number
  left: number
}

/** What an account has left; prayers it took back do not count. */
export async function quotaOf(
  database: Pick<Database, 'from'>,
  { id, policy }: AccountRecord
): Promise<PrayerQuota> {
  const limit = policy.activeMembership() ? DAILY.members : DAILY.standard
  const [{ count }] = await database
    .from('prayers')
    .where('user_id', id)
    .whereRaw(`date_created > now() - interval '24 hours'`)
    .count('*', 'count')
  return { limit, left: Math.max(0, limit - Number(count)) }
}
