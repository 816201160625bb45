import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'
import mail from '@adonisjs/mail/services/main'
import { makeLink } from '../links.js'
import { EmailChangingMail, ConfirmNewEmailMail } from '../mails.js'

export type AccountSettings = Pick<
  Account,
  'firstName' | 'lastName' | 'timeZone' | 'logSearches' | 'autoSubscribe'
>

/** Saves the settings of an account. */
export class ChangeSettings {
  /**
   * @param email new email address; undefined keeps the current one
   * @returns whether a new email address awaits confirmation
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

/** Requests a new email address for an account; it changes once it is confirmed. */
class ChangeEmail {
  async handle(
    trx: TransactionClientContract,
    { id, email: before }: Pick<Account, 'id' | 'email'>,
    email: string
  ): Promise<void> {
    // The response doesn't reveal whether the email address already has an account.
    if (!(await Account.withEmail(email, { client: trx }))) {
      const key = await makeLink(trx, 'change', { accountId: id, email })
      await mail.sendLater(new ConfirmNewEmailMail(email, key), { trx })
    }
    if (before) await mail.sendLater(new EmailChangingMail(before, email), { trx })
  }
}
