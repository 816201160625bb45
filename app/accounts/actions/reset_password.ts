import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import Account from '#app/models/account'
import { useLink } from '../links.js'
import { SetPassword } from './set_password.js'
import { PasswordChangedMail } from '../mails.js'

/** Sets a new password through a link sent to the account's email address. */
export class ResetPassword {
  /** @returns the account's ID; undefined when the link was used or has expired */
  async handle(
    trx: TransactionClientContract,
    key: string,
    password: string
  ): Promise<number | undefined> {
    const link = await useLink(trx, 'reset', key)
    if (!link) return undefined
    await new SetPassword().handle(trx, link.accountId, password)
    const account = await Account.lock(trx, link.accountId)
    // Following the link proves the address.
    if (account.email === link.email && !account.emailConfirmedAt)
      await account.merge({ emailConfirmedAt: new Date() }).save()
    await mail.sendLater(new PasswordChangedMail(link.email), { trx })
    return link.accountId
  }
}
