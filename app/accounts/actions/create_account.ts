import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'
import { AccountError } from '../errors.js'
import { hashPassword } from '../passwords.js'
import { ReplaceToken } from './tokens.js'
import mail from '@adonisjs/mail/services/main'
import { makeLink } from '../links.js'
import { AlreadyRegisteredMail, ConfirmEmailMail } from '../mails.js'

export interface NewAccount {
  username: string
  email?: string | null
  /** Without a password, the account can only use its tokens. */
  password?: string | null
  firstName?: string
  lastName?: string
  /** False until the owner follows the link in the confirmation email. */
  confirmed?: boolean
}

const TAKEN = {
  username: 'This username is taken.',
  email: 'An account with this email address already exists.',
}

/** Creates an account with its primary token. */
export class CreateAccount {
  /** @throws AccountError if the username or the email address is taken */
  async handle(
    trx: TransactionClientContract,
    wanted: NewAccount
  ): Promise<{ id: number; token: string }> {
    const { username, email = null, password, firstName = '', lastName = '' } = wanted
    const options = { client: trx }
    if (await Account.withUsername(username, options))
      throw new AccountError('username', TAKEN.username)
    if (email && (await Account.withEmail(email, options)))
      throw new AccountError('email', TAKEN.email)
    const account = await Account.create(
      {
        username,
        email,
        emailConfirmedAt: email && wanted.confirmed !== false ? new Date() : null,
        password: password ? await hashPassword(password) : null,
        firstName,
        lastName,
      },
      options
    ).catch(refuseRival)
    return { id: account.id, token: await new ReplaceToken().handle(trx, account.id) }
  }
}

/** Handles a unique violation: another account was created after the check. */
function refuseRival(error: { constraint?: string }): never {
  if (error.constraint === 'accounts_username') throw new AccountError('username', TAKEN.username)
  if (error.constraint === 'accounts_email') throw new AccountError('email', TAKEN.email)
  throw error
}

/** Registers an account, and sends the link to confirm its email address. */
export class RegisterAccount {
  /** @throws AccountError if the username or the email address is taken */
  async handle(
    trx: TransactionClientContract,
    wanted: NewAccount & { email: string }
  ): Promise<void> {
    const { id } = await new CreateAccount().handle(trx, { ...wanted, confirmed: false })
    const key = await makeLink(trx, 'confirm', { accountId: id, email: wanted.email })
    await mail.sendLater(new ConfirmEmailMail(wanted.email, key), { trx })
  }
}

/** Notifies the owner of an account about another registration with its email address. */
export class NotifyRegistered {
  async handle(trx: TransactionClientContract, email: string): Promise<void> {
    const known = await Account.withEmail(email, { client: trx })
    if (known?.email) await mail.sendLater(new AlreadyRegisteredMail(known.email), { trx })
  }
}
