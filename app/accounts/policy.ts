/**
 * Which rates hold for an account (usage-and-limits 6): those staff gave it,
 * or those of its membership, or the defaults.
 */
import { MEMBERSHIP_LEVELS } from '#config/memberships'
import type { Rate, WindowSeconds } from '#app/throttle/rate'
import type { Scope } from '#app/throttle/scope_registry'

export interface OverrideRecord {
  scope: string
  limit: number
  seconds: number
}

export interface MembershipRecord {
  level: string
  payment_status: string
  /** ISO date; the membership still holds on it. */
  termination_date: string | null
}

export interface PolicyFacts {
  overrides: readonly OverrideRecord[]
  membership: MembershipRecord | null
  /** Whether the promotion is on. */
  promotion: boolean
}

export interface EffectiveRates {
  rates: readonly Rate[]
  source: 'default' | 'membership' | 'override'
  /** The promotion doubled them. */
  doubled: boolean
}

/** Whether a membership counts on a day. */
export function isActive(membership: MembershipRecord, today: string): boolean {
  return (
    membership.payment_status !== 'failed' &&
    (membership.termination_date === null || membership.termination_date >= today)
  )
}

/** Name of a membership's level; `Unknown` when the level is unknown (specification, Usage). */
export function levelName(level: string): string {
  return MEMBERSHIP_LEVELS.get(level)?.name ?? 'Unknown'
}

/**
 * The rates of a scope.
 *
 * @param today ISO date, UTC
 */
export function effectiveRates(
  scope: Scope,
  { overrides, membership, promotion }: PolicyFacts,
  today: string
): EffectiveRates {
  const own = scope.overridable ? overrides.filter((override) => override.scope === scope.name) : []
  if (own.length) return { rates: tightestFirst(own), source: 'override', doubled: false }

  const level =
    scope.raised && membership && isActive(membership, today)
      ? MEMBERSHIP_LEVELS.get(membership.level)
      : undefined
  const rates = level?.rates.length ? level.rates : scope.rates
  const source = level?.rates.length ? 'membership' : 'default'
  const doubled = promotion && scope.raised === true && !level?.noPromotion
  return { rates: doubled ? rates.map(twice) : rates, source, doubled }
}

function tightestFirst(overrides: OverrideRecord[]): Rate[] {
  return overrides
    .map(({ limit, seconds }) => ({ limit, seconds: seconds as WindowSeconds }))
    .sort((a, b) => a.seconds - b.seconds)
}

function twice({ limit, seconds }: Rate): Rate {
  return { limit: limit * 2, seconds }
}
