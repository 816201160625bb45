import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'
import { AccountError } from '../account_error.js'
import { hashPassword } from '../passwords.js'
import { ReplaceToken } from './replace_token.js'

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
