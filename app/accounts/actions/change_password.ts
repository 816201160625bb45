import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import type { AccountRecord } from '../account_cache.js'
import { SetPassword } from './set_password.js'
import { PasswordChangedMail } from '../mails.js'

/** Changes the password of an account at its owner's request, who proved the old one. */
export class ChangePassword {
  /** @returns the hash that is stored */
  async handle(
    trx: TransactionClientContract,
    { id, email }: Pick<AccountRecord, 'id' | 'email'>,
    password: string
  ): Promise<string> {
    if (email) await mail.sendLater(new PasswordChangedMail(email), { trx })
    return new SetPassword().handle(trx, id, password)
  }
}
