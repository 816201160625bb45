import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { MEMBERSHIP_LEVELS } from '#config/memberships'
import Account from '#app/models/account'
import Membership from '#app/models/membership'
import { AccountError } from '../account_error.js'
import type { MembershipRecord } from '../policy.js'

export interface MembershipWishes extends MembershipRecord {
  notes?: string
  external_id?: string
}

/** Sets an account's membership, or ends it with null. */
export class SetMembership {
  /** @throws AccountError when the level is for email addresses with another ending */
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
          `This membership is for email addresses that end in ${ending}.`
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
