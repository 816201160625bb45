import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { grantRight, revokeRight } from '#app/models/account_rights'
import { AccountError } from '../account_error.js'

/** Grants an account a right, or revokes it. */
export class SetRight {
  /**
   * @param known names of all rights
   * @throws AccountError when there is no such right
   */
  async handle(
    trx: TransactionClientContract,
    accountId: number,
    right: string,
    { granted, known }: { granted: boolean; known: Iterable<string> }
  ): Promise<void> {
    const names = [...known]
    if (!names.includes(right)) {
      throw new AccountError(
        'right',
        `There is no right "${right}". There are: ${names.join(', ')}.`
      )
    }
    await (granted ? grantRight : revokeRight)(trx, accountId, right)
  }
}
