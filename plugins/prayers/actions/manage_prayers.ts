import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { FormWrite } from '#app/console/form_writes'
import Prayer, { WAITING } from '../models/prayer.js'
import PrayingAccount from '../models/praying_account.js'

/** Withdraws the caller's pending request for a document by the API's rules. */
export class WithdrawPrayer {
  async handle({ trx, writer, caller }: FormWrite, documentId: string): Promise<void> {
    const prayer = await Prayer.ofAccount(caller.account.id, documentId, { client: trx })
    if (prayer?.status !== WAITING) return
    await writer.destroy(trx, writer.registry.get('prayers'), String(prayer.id), { caller })
  }
}

/** Switches the pending requests of an account between public and private. */
export class ToggleVisibility {
  /** @returns whether they are public now */
  async handle(trx: TransactionClientContract, accountId: number): Promise<boolean> {
    const account = await PrayingAccount.lock(trx, accountId)
    account.prayersPublic = !account.prayersPublic
    await account.save()
    return account.prayersPublic
  }
}
