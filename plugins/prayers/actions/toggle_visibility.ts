import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import PrayingAccount from '../models/praying_account.js'

/** Shows the requests of an account to others, or hides them again. */
export class ToggleVisibility {
  /** @returns whether others see them now */
  async handle(trx: TransactionClientContract, accountId: number): Promise<boolean> {
    const account = await PrayingAccount.lock(trx, accountId)
    account.prayersPublic = !account.prayersPublic
    await account.save()
    return account.prayersPublic
  }
}
