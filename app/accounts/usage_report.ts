/**
 * Usage report of an account: the source of the usage endpoint and the usage pages, read from
 * the ledger that enforces the limits.
 */
import type { WindowStatus } from '#app/throttle/admission'
import { formatRate } from '#app/throttle/rate'
import type { ScopeRegistry } from '#app/throttle/scope_registry'
import type { Throttle } from '#app/throttle/throttle'
import { accountKey } from '#app/throttle/caller_keys'
import type { AccountRecord } from './account_cache.js'
import { levelName } from './policy.js'

/** A rate of a scope (specification, Usage: `current_usage`). */
export interface UsageRow {
  scope: string
  rate: string
  used: number
  limit: number
  remaining: number
  window_seconds: number
  reset_at: string | null
  blocked: boolean
}

export interface UsageReport {
  /** Sorted by usage, highest first. */
  current_usage: UsageRow[]
  /** Requests by ISO date, then their `total`. */
  historical_usage: Record<string, number>
  membership: { level: string; is_active: boolean } | null
}

/** Scopes in the report. */
export function reportedScopes(scopes: ScopeRegistry): string[] {
  return scopes.namesThat(({ reported }) => reported)
}

/** The usage report of an account (specification, Usage). */
export async function usageReport(
  throttle: Throttle,
  { id, policy }: Pick<AccountRecord, 'id' | 'policy'>,
  scopes: readonly string[] = reportedScopes(policy.scopes)
): Promise<UsageReport> {
  const { windows, days } = await throttle.inspect(accountKey(id), policy.charges(scopes))
  const { membership } = policy.facts
  return {
    current_usage: windows.toSorted((a, b) => fullness(b) - fullness(a)).map(rowOf),
    historical_usage: {
      ...Object.fromEntries(days),
      total: days.reduce((sum, [, count]) => sum + count, 0),
    },
    membership: membership && {
      level: levelName(membership.level),
      is_active: policy.activeMembership() !== null,
    },
  }
}

/** Blocked scopes count as full. */
function fullness({ used, rate: { limit } }: WindowStatus): number {
  return limit ? used / limit : 1
}

function rowOf({ scope, rate, used, freesAt }: WindowStatus): UsageRow {
  return {
    scope,
    rate: formatRate(rate),
    used,
    limit: rate.limit,
    remaining: Math.max(0, rate.limit - used),
    window_seconds: rate.seconds,
    reset_at: freesAt === null ? null : withMicroseconds(freesAt),
    blocked: rate.limit === 0,
  }
}

function withMicroseconds(time: number): string {
  return new Date(time).toISOString().replace('Z', '000+00:00')
}
