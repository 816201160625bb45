import type { Charge } from '#app/throttle/admission'
import type { ScopeRegistry } from '#app/throttle/scope_registry'
import type { QuotaRegistry } from './quota_registry.js'
import {
  effectiveRates,
  isActive,
  type EffectiveRates,
  type MembershipRecord,
  type PolicyFacts,
} from './policy.js'

const DAY = 86_400_000

/** What one account is entitled to today; rates are worked out once per scope and day. */
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

  /** The membership, if it counts today. */
  activeMembership(): MembershipRecord | null {
    this.#startDay()
    const { membership } = this.facts
    return membership && isActive(membership, this.#today) ? membership : null
  }

  /** How many records of a kind it may have today. */
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

  /** What a request costs that counts once in each of the scopes. */
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
    // With the promotion the history is another, so that its end asks for nothing back.
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
