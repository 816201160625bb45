import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'
import { findLink, useLink, type AccountLink, type LinkPurpose } from '../links.js'

/** Purposes of links that confirm an email address: that of a new account, or a changed one. */
const CONFIRMING: LinkPurpose[] = ['confirm', 'change']

/** Confirms an email address with the link sent to it, and sets it for the account. */
export class ConfirmEmail {
  /** The link with a key, without using it up; undefined if it is used or expired. */
  async find(key: string): Promise<AccountLink | undefined> {
    for (const purpose of CONFIRMING) {
      const link = await findLink(purpose, key)
      if (link) return link
    }
    return undefined
  }

  /**
   * @returns the link; undefined if it is used or expired
   * @throws a unique violation of `accounts_email` if another account has already confirmed it
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

/** Marks the email address of an account as confirmed on behalf of staff. */
export class MarkEmailConfirmed {
  async handle(trx: TransactionClientContract, accountId: number): Promise<void> {
    const account = await Account.lock(trx, accountId)
    if (!account.emailConfirmedAt) await account.merge({ emailConfirmedAt: new Date() }).save()
  }
}
