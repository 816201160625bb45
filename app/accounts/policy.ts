/**
 * Rates of an account (usage-and-limits 6): those set by staff, those of its membership, or the
 * defaults.
 */
import { MEMBERSHIP_LEVELS } from '#config/memberships'
import type { Rate, WindowSeconds } from '#app/throttle/rate'
import type { Scope, ScopeRegistry } from '#app/throttle/scope_registry'
import type { Charge } from '#app/throttle/admission'
import type { QuotaRegistry } from './quota_registry.js'

export interface OverrideRecord {
  scope: string
  limit: number
  seconds: number
}

export interface MembershipRecord {
  level: string
  payment_status: string
  /** ISO date of the last day. */
  termination_date: string | null
}

export interface PolicyFacts {
  overrides: readonly OverrideRecord[]
  membership: MembershipRecord | null
  /** Whether the promotion is enabled. */
  promotion: boolean
}

export interface EffectiveRates {
  rates: readonly Rate[]
  source: 'default' | 'membership' | 'override'
  /** Whether the promotion doubled the rates. */
  doubled: boolean
}

/** Whether a membership is active on a day. */
function isActive(membership: MembershipRecord, today: string): boolean {
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

const DAY = 86_400_000

/** Rates and quotas of an account today; rates are computed once per scope and day. */
export class AccountPolicy {
  #day = 0
  #today = ''
  #effective = new Map<string, EffectiveRates>()
  #charges = new Map<string, Charge[]>()

  constructor(
    readonly facts: PolicyFacts,
    readonly scopes: ScopeRegistry,
    readonly quotas: QuotaRegistry
  ) {}

  /** The membership, if it is active today. */
  activeMembership(): MembershipRecord | null {
    this.#startDay()
    const { membership } = this.facts
    return membership && isActive(membership, this.#today) ? membership : null
  }

  /** The maximum number of records of a kind today. */
  quota(name: string): number {
    return this.quotas.of(name, this.activeMembership()?.level)
  }

  effective(scope: string): EffectiveRates {
    this.#startDay()
    let effective = this.#effective.get(scope)
    if (!effective) {
      effective = effectiveRates(this.scopes.get(scope), this.facts, this.#today)
      this.#effective.set(scope, effective)
    }
    return effective
  }

  /** The charges of a request that counts once in each scope. */
  charges(scopes: readonly string[]): Charge[] {
    this.#startDay()
    const key = scopes.join()
    let charges = this.#charges.get(key)
    if (!charges) {
      charges = scopes.map((scope) => this.charge(scope, 1))
      this.#charges.set(key, charges)
    }
    return charges
  }

  charge(scope: string, cost: number): Charge {
    const { rates, doubled } = this.effective(scope)
    // The promotion has a separate history, so that its end doesn't block accounts.
    return { scope, rates, cost, ...(doubled ? { history: `${scope}+promotion` } : {}) }
  }

  #startDay(): void {
    const day = Math.floor(Date.now() / DAY)
    if (day === this.#day) return
    this.#day = day
    this.#today = new Date().toISOString().slice(0, 10)
    this.#effective.clear()
    this.#charges.clear()
  }
}
