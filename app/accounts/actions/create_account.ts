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
  /** Without one, the account only has its tokens. */
  password?: string | null
  firstName?: string
  lastName?: string
  /** False until the owner has followed the link in the confirmation email. */
  confirmed?: boolean
}

const TAKEN = {
  username: 'This username is taken.',
  email: 'An account with this email address already exists.',
}

/** Creates an account with its primary token. */
export class CreateAccount {
  /** @throws AccountError when the username or the email address is taken */
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

/** Unique violation: taken between check and insert. */
function refuseRival(error: { constraint?: string }): never {
  if (error.constraint === 'accounts_username') throw new AccountError('username', TAKEN.username)
  if (error.constraint === 'accounts_email') throw new AccountError('email', TAKEN.email)
  throw error
}

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
