import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'
import SecondFactor from '#app/models/second_factor'
import { isReadable, newSecret } from '../second_factor/authenticator.js'

/** Makes the secret for an authenticator app, which counts once a code has confirmed it. */
export class BeginSecondFactor {
  /**
   * @returns the stored secret, of an earlier visit where it is not confirmed yet; undefined when
   *   the account has a second factor
   */
  async handle(trx: TransactionClientContract, accountId: number): Promise<string | undefined> {
    await Account.lock(trx, accountId)
    const begun = await SecondFactor.lock(trx, accountId)
    if (begun?.dateConfirmed) return undefined
    if (begun && isReadable(begun.secret)) return begun.secret
    await begun?.delete()
    const { secret } = await SecondFactor.create(
      { accountId, secret: newSecret(), dateConfirmed: null, lastStep: 0 },
      { client: trx }
    )
    return secret
  }
}
