import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import Account from '#app/models/account'
import { useLink, revokeLinks } from '../links.js'
import { PasswordChangedMail } from '../mails.js'
import { hashPassword } from '../passwords.js'
import { endSessions } from '../sessions.js'
import type { AccountRecord } from '../account_cache.js'

/** Sets a new password with the link sent to the account's email address. */
export class ResetPassword {
  /** @returns the account's ID; undefined if the link is used or expired */
  async handle(
    trx: TransactionClientContract,
    key: string,
    password: string
  ): Promise<number | undefined> {
    const link = await useLink(trx, 'reset', key)
    if (!link) return undefined
    await new SetPassword().handle(trx, link.accountId, password)
    const account = await Account.lock(trx, link.accountId)
    // Following the link confirms the email address.
    if (account.email === link.email && !account.emailConfirmedAt)
      await account.merge({ emailConfirmedAt: new Date() }).save()
    await mail.sendLater(new PasswordChangedMail(link.email), { trx })
    return link.accountId
  }
}

/**
 * Sets a new password. Ends all sessions and invalidates earlier links, because an attacker may
 * have them.
 */
export class SetPassword {
  /** @returns the stored hash */
  async handle(
    trx: TransactionClientContract,
    accountId: number,
    password: string
  ): Promise<string> {
    const stored = await hashPassword(password)
    const account = await Account.lock(trx, accountId)
    await account.merge({ password: stored }).save()
    await revokeLinks(trx, accountId)
    await endSessions(trx, accountId)
    return stored
  }
}

/** Changes the password of an account whose owner has entered the current one. */
export class ChangePassword {
  /** @returns the stored hash */
  async handle(
    trx: TransactionClientContract,
    { id, email }: Pick<AccountRecord, 'id' | 'email'>,
    password: string
  ): Promise<string> {
    if (email) await mail.sendLater(new PasswordChangedMail(email), { trx })
    return new SetPassword().handle(trx, id, password)
  }
}
