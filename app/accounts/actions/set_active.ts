import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'
import { endSessions } from '../sessions.js'

/** Closes an account, which ends its sessions, or reopens it. */
export class SetActive {
  async handle(
    trx: TransactionClientContract,
    accountId: number,
    isActive: boolean
  ): Promise<void> {
    const account = await Account.lock(trx, accountId)
    await account.merge({ isActive }).save()
    if (!isActive) await endSessions(trx, accountId)
  }
}
