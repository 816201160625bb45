import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Switch from '#app/models/switch'

/** Turns the promotion on or off for every account. */
export class SetPromotion {
  /** @returns whether this changed it */
  async handle(trx: TransactionClientContract, isOn: boolean): Promise<boolean> {
    const promotion = await Switch.firstOrNew({ name: 'promotion' }, {}, { client: trx })
    const changes = (promotion.isOn ?? false) !== isOn
    if (changes) await promotion.merge({ isOn }).save()
    return changes
  }
}
