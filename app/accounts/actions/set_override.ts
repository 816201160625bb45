import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import RateOverride from '#app/models/rate_override'
import type { Rate } from '#app/throttle/rate'

/** Sets the rates staff give an account in a scope, in place of those it had there; no rates remove them. */
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
