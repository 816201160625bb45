import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'
import ApiToken from '#app/models/api_token'
import { AccountError } from '../errors.js'
import { makeToken, buildStoredToken, encryptToken } from '../tokens.js'

/** Maximum number of tokens of an account in addition to the primary one. */
const MAX_TOKENS = 20

export interface TokenWishes {
  name: string
  readOnly: boolean
  expiresAt: Date | null
}

/** Issues an additional token, which can only be read now. */
export class IssueToken {
  /**
   * @returns the token
   * @throws AccountError if the account has reached the maximum
   */
  async handle(
    trx: TransactionClientContract,
    accountId: number,
    { name, readOnly, expiresAt }: TokenWishes
  ): Promise<string> {
    // With concurrent requests, the second one counts the token of the first.
    await Account.lock(trx, accountId)
    const client = { client: trx }
    const tokens = await ApiToken.query(client).where({ accountId, isPrimary: false })
    if (tokens.length >= MAX_TOKENS)
      throw new AccountError(
        'name',
        `An account can have up to ${MAX_TOKENS} additional tokens. Revoke one first.`
      )
    const token = makeToken()
    await ApiToken.create(
      { ...buildStoredToken(token), accountId, name, readOnly, expiresAt },
      client
    )
    return token
  }
}

/** Replaces the primary token of an account; the old one stops working. */
export class ReplaceToken {
  /** @returns the token */
  async handle(trx: TransactionClientContract, accountId: number): Promise<string> {
    const client = { client: trx }
    const old = await ApiToken.query(client).where({ accountId, isPrimary: true }).first()
    await old?.delete()
    const token = makeToken()
    await ApiToken.create(
      { ...buildStoredToken(token), accountId, isPrimary: true, encrypted: encryptToken(token) },
      client
    )
    return token
  }
}

/** Revokes an additional token of an account. */
export class RevokeToken {
  /** @returns whether the account had it */
  async handle(
    trx: TransactionClientContract,
    accountId: number,
    tokenId: number
  ): Promise<boolean> {
    const token = await ApiToken.query({ client: trx })
      .where({ id: tokenId, accountId, isPrimary: false })
      .first()
    await token?.delete()
    return token !== null
  }
}
