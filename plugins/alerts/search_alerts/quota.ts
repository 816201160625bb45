/** Limits of search alerts (`config/memberships.ts`). */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AlertQuotaReached } from '../errors.js'
import type { AccountRecord } from '#app/accounts/account_cache'
import { hasRight } from '#app/accounts/rights'
import type { Choice } from '#api/field_types'
import { OFF, RATES, REAL_TIME, isArchive } from './codes.js'

/** Permission of accounts without a limit. */
export const UNLIMITED = 'unlimited_search_alerts'

const REAL_TIME_ALERTS = 'real_time_alerts'
const SCHEDULED_ALERTS = 'scheduled_alerts'

/** Alerts by kind of rate; each kind has its own limit. */
export interface Counts {
  realTime: number
  other: number
}

export interface Quota {
  allowed: Counts
  /** Whether real-time alerts are allowed. */
  isMember: boolean
  /** Whether no membership level has a higher limit. */
  isTop: boolean
}

/** Rate and type, which determine the limit. */
export interface CountedAlert {
  rate: string
  alert_type: string
}

/** The limits of an account; null if unlimited. */
export function getAlertQuota(account: AccountRecord): Quota | null {
  const { policy, rights } = account
  if (hasRight(rights, UNLIMITED) || policy.effective('alerts').source === 'override') return null
  const allowed = {
    realTime: policy.quota(REAL_TIME_ALERTS),
    other: policy.quota(SCHEDULED_ALERTS),
  }
  return {
    allowed,
    isMember: policy.activeMembership() !== null,
    isTop: allowed.other >= policy.quotas.highest(SCHEDULED_ALERTS),
  }
}

/** Whether an account can get real-time emails now. Its membership may have ended since it created an alert. */
export function canUseRealTime(account: AccountRecord): boolean {
  return getAlertQuota(account)?.isMember ?? true
}

/**
 * Counts an account's alerts on federal cases, by kind of rate.
 *
 * @param but ID of an alert to exclude
 */
export async function countArchiveAlerts(
  client: Pick<TransactionClientContract, 'from'>,
  accountId: number,
  but: string | null = null
): Promise<Counts> {
  const query = client
    .from('search_alerts')
    .where('user_id', accountId)
    .whereIn('alert_type', ['r', 'd'])
    .whereNot('rate', OFF)
    .select('rate')
    .count('*', 'count')
    .groupBy('rate')
    .if(but !== null, (counted) => counted.whereNot('id', but!))
  const counts = { realTime: 0, other: 0 }
  for (const { rate, count } of await query)
    counts[rate === REAL_TIME ? 'realTime' : 'other'] += Number(count)
  return counts
}

/**
 * Checks the limits. Locks the account, so that concurrent writes can't exceed them.
 *
 * @param before the stored alert, if any; changes within its kind are always allowed
 * @throws AlertQuotaReached
 */
export async function checkQuota(
  trx: TransactionClientContract,
  account: AccountRecord,
  wanted: CountedAlert,
  before?: CountedAlert & { id: string }
): Promise<void> {
  if (wanted.rate === OFF || (before && kindOf(before) === kindOf(wanted))) return
  const quota = getAlertQuota(account)
  if (!quota) return
  if (wanted.rate === REAL_TIME && !quota.isMember)
    throw refusal(quota, 'Real-time alerts require a membership.')
  if (!isArchive(wanted.alert_type)) return
  await trx.rawQuery('SELECT 1 FROM accounts WHERE id = ? FOR NO KEY UPDATE', [account.id])
  const kind = wanted.rate === REAL_TIME ? 'realTime' : 'other'
  const counts = await countArchiveAlerts(trx, account.id, before?.id)
  if (counts[kind] < quota.allowed[kind]) return
  const what = kind === 'realTime' ? 'real-time alerts' : 'daily, weekly, and monthly alerts'
  throw refusal(quota, `You can have up to ${quota.allowed[kind]} ${what} on federal cases.`)
}

/**
 * Rates that `checkQuota` currently allows for an alert.
 *
 * @param type type of the alert
 * @param before the stored alert, if any
 */
export async function listAllowedRates(
  client: Pick<TransactionClientContract, 'from'>,
  account: AccountRecord,
  type: string,
  before?: CountedAlert & { id: string }
): Promise<Choice[]> {
  const quota = getAlertQuota(account)
  if (!quota) return RATES
  const counts = isArchive(type) ? await countArchiveAlerts(client, account.id, before?.id) : null
  return RATES.filter(({ value }) => {
    if (value === OFF) return true
    if (before && kindOf(before) === kindOf({ rate: String(value), alert_type: type })) return true
    if (value === REAL_TIME && !quota.isMember) return false
    const kind = value === REAL_TIME ? 'realTime' : 'other'
    return !counts || counts[kind] < quota.allowed[kind]
  })
}

/** Alerts of one kind share a limit. */
function kindOf({ rate, alert_type: type }: CountedAlert): string {
  if (rate === OFF) return OFF
  return `${rate === REAL_TIME} ${isArchive(type)}`
}

function refusal({ isMember: mayHaveMore, isTop }: Quota, reason: string): AlertQuotaReached {
  const way = !mayHaveMore
    ? 'Become a member for more (/profile/membership/), or disable an alert.'
    : isTop
      ? "You've reached your membership's limit. Disable an alert first."
      : 'Upgrade your membership for more (/profile/membership/), or disable an alert.'
  return new AlertQuotaReached(`${reason} ${way}`)
}
