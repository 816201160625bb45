import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'
import Role from '#app/models/role'
import { AccountError } from '../account_error.js'

/** Gives an account a role, or removes it with null. */
export class SetRole {
  /** @throws AccountError when there is no such role */
  async handle(
    trx: TransactionClientContract,
    accountId: number,
    name: string | null
  ): Promise<void> {
    const role = name === null ? null : await Role.findBy({ name }, { client: trx })
    if (name !== null && !role) throw new AccountError('role', `There is no role "${name}".`)
    const account = await Account.lock(trx, accountId)
    await account.merge({ roleId: role?.id ?? null }).save()
  }
}
