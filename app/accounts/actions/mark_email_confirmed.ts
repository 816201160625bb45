import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'

/** Counts the email address of an account as confirmed, on the word of staff. */
export class MarkEmailConfirmed {
  async handle(trx: TransactionClientContract, accountId: number): Promise<void> {
    const account = await Account.lock(trx, accountId)
    if (!account.emailConfirmedAt) await account.merge({ emailConfirmedAt: new Date() }).save()
  }
}
