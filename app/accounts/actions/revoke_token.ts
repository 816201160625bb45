import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import ApiToken from '#app/models/api_token'

/** Revokes a token of an account that is not its primary one. */
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
