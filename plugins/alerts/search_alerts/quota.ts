/**
 * How many alerts an account may have (alerts 1.3; config/memberships.ts).
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AlertQuotaReached } from '../errors.js'
import type { AccountRecord } from '#app/accounts/account_cache'
import { holds } from '#app/accounts/rights'
import type { Choice } from '#api/field_types'
import { OFF, RATES, REAL_TIME, isArchive } from './codes.js'

/** Right of accounts without a quota. */
export const UNLIMITED = 'unlimited_search_alerts'

/** Quotas of the manifest. */
const REAL_TIME_ALERTS = 'real_time_alerts'
const SCHEDULED_ALERTS = 'scheduled_alerts'

/** Alerts by the two kinds of rates that have a quota each. */
export interface Counts {
  realTime: number
  other: number
}

export interface Quota {
  allowed: Counts
  /** Whether real-time alerts may be had at all. */
  isMember: boolean
  /** No level has more. */
  isTop: boolean
}

/** What counts: a rate and a type. */
export interface CountedAlert {
  rate: string
  alert_type: string
}

/** What an account may have; null: as many as it likes. */
export function quotaOf(account: AccountRecord): Quota | null {
  const { policy, rights } = account
  if (holds(rights, UNLIMITED) || policy.effective('alerts').source === 'override') return null
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

/** Whether mails may come in real time, now; an alert may be older than the end of a membership. */
export function mayHaveRealTime(account: AccountRecord): boolean {
  return quotaOf(account)?.isMember ?? true
}

/**
 * How many archive alerts an account has, by the two kinds of rates.
 *
 * @param but an alert that is left out
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
 * Waits for other writes of the account, and looks whether there is room.
 *
 * @param before the alert as it was; what it is counted as already is never refused
 * @throws AlertQuotaReached
 */
export async function checkQuota(
  trx: TransactionClientContract,
  account: AccountRecord,
  wanted: CountedAlert,
  before?: CountedAlert & { id: string }
): Promise<void> {
  if (wanted.rate === OFF || (before && kindOf(before) === kindOf(wanted))) return
  const quota = quotaOf(account)
  if (!quota) return
  if (wanted.rate === REAL_TIME && !quota.isMember)
    throw refusal(quota, 'Real-time alerts are for members.')
  if (!isArchive(wanted.alert_type)) return
  await trx.rawQuery('SELECT 1 FROM accounts WHERE id = ? FOR NO KEY UPDATE', [account.id])
  const kind = wanted.rate === REAL_TIME ? 'realTime' : 'other'
  const counts = await countArchiveAlerts(trx, account.id, before?.id)
  if (counts[kind] < quota.allowed[kind]) return
  const what = kind === 'realTime' ? 'real-time alerts' : 'daily, weekly and monthly alerts'
  throw refusal(quota, `Your account may have ${quota.allowed[kind]} ${what} on federal cases.`)
}

/**
 * Rates an alert of the account may have, as `checkQuota` lets them through now.
 *
 * @param type of the alert
 * @param before the alert as stored, if it is not a new one
 */
export async function ratesOpenTo(
  client: Pick<TransactionClientContract, 'from'>,
  account: AccountRecord,
  type: string,
  before?: CountedAlert & { id: string }
): Promise<Choice[]> {
  const quota = quotaOf(account)
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

/** Alerts of one kind share a quota. */
function kindOf({ rate, alert_type: type }: CountedAlert): string {
  if (rate === OFF) return OFF
  return `${rate === REAL_TIME} ${isArchive(type)}`
}

function refusal({ isMember: mayHaveMore, isTop }: Quota, reason: string): AlertQuotaReached {
  const way = !mayHaveMore
    ? 'Become a member for more (/profile/membership/), or disable an alert.'
    : isTop
      ? 'It is all your membership has: disable an alert first.'
      : 'Upgrade your membership for more (/profile/membership/), or disable an alert.'
  return new AlertQuotaReached(`${reason} ${way}`)
}
