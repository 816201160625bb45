import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import Account from '#app/models/account'
import { useLink, dropLinks } from '../links.js'
import { PasswordChangedMail } from '../mails.js'
import { hashPassword } from '../passwords.js'
import { endSessions } from '../sessions.js'
import type { AccountRecord } from '../account_cache.js'

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
