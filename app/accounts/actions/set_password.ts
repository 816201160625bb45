import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'
import { dropLinks } from '../links.js'
import { hashPassword } from '../passwords.js'
import { endSessions } from '../sessions.js'

/**
 * Gives an account a new password. Its sessions end, and links sent before
 * stop working: they may be in the hands the new password is to keep out.
 */
export class SetPassword {
  /** @returns the hash that is stored */
  async handle(
    trx: TransactionClientContract,
    accountId: number,
    password: string
  ): Promise<string> {
    const stored = await hashPassword(password)
    const account = await Account.lock(trx, accountId)
    await account.merge({ password: stored }).save()
    await dropLinks(trx, accountId)
    await endSessions(trx, accountId)
    return stored
  }
}
