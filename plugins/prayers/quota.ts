/**
 * How many prayers an account may make (fetch-and-upload, 3).
 */
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import type { AccountRecord } from '#app/accounts/account_cache'
import Prayer from './models/prayer.js'

/** In any 24 hours. */
const DAILY = { standard: 5, members: 15 }

export interface PrayerQuota {
  limit: number
  left: number
}

/** What an account has left; prayers it took back do not count. */
export async function quotaOf(
  { id, policy }: AccountRecord,
  options?: ModelAdapterOptions
): Promise<PrayerQuota> {
  const limit = policy.activeMembership() ? DAILY.members : DAILY.standard
  return { limit, left: Math.max(0, limit - (await Prayer.countOfDay(id, options))) }
}
