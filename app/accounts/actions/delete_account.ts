import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'
import { keepAdministrator } from '../authority.js'
import { endSessions } from '../sessions.js'

/** Deletes an account with everything that belongs to it. */
export class DeleteAccount {
  /** @throws AccountError when it is the last administrator */
  async handle(trx: TransactionClientContract, accountId: number): Promise<void> {
    await keepAdministrator(trx, async () => {
      const account = await Account.find(accountId, { client: trx })
      await account?.delete()
    })
    await endSessions(trx, accountId)
  }
}
