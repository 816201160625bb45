import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'
import { ChangeEmail } from './change_email.js'

export type AccountSettings = Pick<
  Account,
  'firstName' | 'lastName' | 'timeZone' | 'logSearches' | 'autoSubscribe'
>

/** Saves what an account's owner may set. */
export class ChangeSettings {
  /**
   * @param email the address wanted; undefined to keep the present one
   * @returns whether another address awaits its confirmation
   */
  async handle(
    trx: TransactionClientContract,
    accountId: number,
    { email, ...settings }: AccountSettings & { email?: string }
  ): Promise<boolean> {
    const account = await Account.lock(trx, accountId)
    await account.merge(settings).save()
    if (!email || email.toLowerCase() === account.email?.toLowerCase()) return false
    await new ChangeEmail().handle(trx, account, email)
    return true
  }
}
