import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'

/** Records when an account last signed in. */
export class RecordSignIn {
  async handle(trx: TransactionClientContract, accountId: number): Promise<void> {
    const account = await Account.find(accountId, { client: trx })
    await account?.merge({ lastSignIn: new Date() }).save()
  }
}
