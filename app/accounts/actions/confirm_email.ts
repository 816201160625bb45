import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'
import { findLink, useLink, type AccountLink, type LinkPurpose } from '../links.js'

/** Purposes whose link confirms an address: of a new account, and of one that changes its address. */
const CONFIRMING: LinkPurpose[] = ['confirm', 'change']

/** Confirms an email address through the link sent to it, and makes it the account's. */
export class ConfirmEmail {
  /** The link of a key, which stays usable; undefined when it was used or has expired. */
  async find(key: string): Promise<AccountLink | undefined> {
    for (const purpose of CONFIRMING) {
      const link = await findLink(purpose, key)
      if (link) return link
    }
    return undefined
  }

  /**
   * @returns the link; undefined when it was used or has expired
   * @throws a unique violation of `accounts_email` when another account confirmed the address meanwhile
   */
  async handle(trx: TransactionClientContract, key: string): Promise<AccountLink | undefined> {
    for (const purpose of CONFIRMING) {
      const link = await useLink(trx, purpose, key)
      if (!link) continue
      const account = await Account.lock(trx, link.accountId)
      await account.merge({ email: link.email, emailConfirmedAt: new Date() }).save()
      return link
    }
    return undefined
  }
}

/** Counts the email address of an account as confirmed, on the word of staff. */
export class MarkEmailConfirmed {
  async handle(trx: TransactionClientContract, accountId: number): Promise<void> {
    const account = await Account.lock(trx, accountId)
    if (!account.emailConfirmedAt) await account.merge({ emailConfirmedAt: new Date() }).save()
  }
}
