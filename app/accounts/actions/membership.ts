import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { MEMBERSHIP_LEVELS } from '#config/memberships'
import Account from '#app/models/account'
import Membership from '#app/models/membership'
import { AccountError } from '../errors.js'
import type { MembershipRecord } from '../policy.js'
import RateOverride from '#app/models/rate_override'
import type { Rate } from '#app/throttle/rate'
import Switch from '#app/models/switch'

export interface MembershipWishes extends MembershipRecord {
  notes?: string
  external_id?: string
}

/** Sets an account's membership, or ends it with null. */
export class SetMembership {
  /** @throws AccountError if the level requires a different email domain */
  async handle(
    trx: TransactionClientContract,
    accountId: number,
    wanted: MembershipWishes | null
  ): Promise<void> {
    const client = { client: trx }
    const ending = wanted && MEMBERSHIP_LEVELS.get(wanted.level)?.emailEnding
    if (ending) {
      const { email } = await Account.findOrFail(accountId, client)
      if (!email?.toLowerCase().endsWith(ending))
        throw new AccountError(
          'level',
          `This membership requires an email address that ends in ${ending}.`
        )
    }
    const old = await Membership.find(accountId, client)
    await old?.delete()
    if (!wanted) return
    await Membership.create(
      {
        accountId,
        level: wanted.level,
        paymentStatus: wanted.payment_status,
        terminationDate: wanted.termination_date,
        notes: wanted.notes,
        externalId: wanted.external_id,
      },
      client
    )
  }
}

/** Replaces the rates that staff have set for an account in a scope; no rates remove them. */
export class SetOverride {
  async handle(
    trx: TransactionClientContract,
    accountId: number,
    { scope, rates, notes = '' }: { scope: string; rates: readonly Rate[]; notes?: string }
  ): Promise<void> {
    const client = { client: trx }
    for (const old of await RateOverride.query(client).where({ accountId, scope }))
      await old.delete()
    await RateOverride.createMany(
      rates.map((rate) => ({ ...rate, accountId, scope, notes })),
      client
    )
  }
}

/** Enables or disables the promotion for all accounts. */
export class SetPromotion {
  /** @returns whether this changed it */
  async handle(trx: TransactionClientContract, isOn: boolean): Promise<boolean> {
    const promotion = await Switch.firstOrNew({ name: 'promotion' }, {}, { client: trx })
    const changes = (promotion.isOn ?? false) !== isOn
    if (changes) await promotion.merge({ isOn }).save()
    return changes
  }
}
