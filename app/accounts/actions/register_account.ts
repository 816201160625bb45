import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import Account from '#app/models/account'
import { makeLink } from '../links.js'
import { CreateAccount, type NewAccount } from './create_account.js'
import { AlreadyRegisteredMail, ConfirmEmailMail } from '../mails.js'

/** Creates an account at its owner's request, and sends the link that confirms its email address. */
export class RegisterAccount {
  /** @throws AccountError when the username or the email address is taken */
  async handle(
    trx: TransactionClientContract,
    wanted: NewAccount & { email: string }
  ): Promise<void> {
    const { id } = await new CreateAccount().handle(trx, { ...wanted, confirmed: false })
    const key = await makeLink(trx, 'confirm', { accountId: id, email: wanted.email })
    await mail.sendLater(new ConfirmEmailMail(wanted.email, key), { trx })
  }
}

/** Tells the owner of an account that its email address was registered again. */
export class NotifyRegistered {
  async handle(trx: TransactionClientContract, email: string): Promise<void> {
    const known = await Account.withEmail(email, { client: trx })
    if (known?.email) await mail.sendLater(new AlreadyRegisteredMail(known.email), { trx })
  }
}
