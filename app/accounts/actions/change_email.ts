import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import Account from '#app/models/account'
import { makeLink } from '../links.js'
import { EmailChangingMail, ConfirmNewEmailMail } from '../mails.js'

/** Requests another email address for an account, which counts once it is confirmed. */
export class ChangeEmail {
  async handle(
    trx: TransactionClientContract,
    { id, email: before }: Pick<Account, 'id' | 'email'>,
    email: string
  ): Promise<void> {
    // Whether the address has an account already is not disclosed.
    if (!(await Account.withEmail(email, { client: trx }))) {
      const key = await makeLink(trx, 'change', { accountId: id, email })
      await mail.sendLater(new ConfirmNewEmailMail(email, key), { trx })
    }
    if (before) await mail.sendLater(new EmailChangingMail(before, email), { trx })
  }
}
