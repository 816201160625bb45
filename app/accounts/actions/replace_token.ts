import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import ApiToken from '#app/models/api_token'
import { encryptToken, makeToken, storedForm } from '../tokens.js'

/** Replaces the primary token of an account; the old one stops working. */
export class ReplaceToken {
  /** @returns the token */
  async handle(trx: TransactionClientContract, accountId: number): Promise<string> {
    const client = { client: trx }
    const old = await ApiToken.query(client).where({ accountId, isPrimary: true }).first()
    await old?.delete()
    const token = makeToken()
    await ApiToken.create(
      { ...storedForm(token), accountId, isPrimary: true, encrypted: encryptToken(token) },
      client
    )
    return token
  }
}
