import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { grantRight, revokeRight } from '#app/models/account_rights'
import { AccountError } from '../errors.js'
import Account from '#app/models/account'
import Role from '#app/models/role'
import { endSessions } from '../sessions.js'
import { keepAdministrator } from '../authority.js'

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

/** Closes an account, which ends its sessions, or reopens it. */
export class SetActive {
  async handle(
    trx: TransactionClientContract,
    accountId: number,
    isActive: boolean
  ): Promise<void> {
    const account = await Account.lock(trx, accountId)
    await account.merge({ isActive }).save()
    if (!isActive) await endSessions(trx, accountId)
  }
}

/** Records when an account last signed in. */
export class RecordSignIn {
  async handle(trx: TransactionClientContract, accountId: number): Promise<void> {
    const account = await Account.find(accountId, { client: trx })
    await account?.merge({ lastSignIn: new Date() }).save()
  }
}

/** Deletes an account with everything that belongs to it. */
export class DeleteAccount {
  /** @throws AccountError when it is the last administrator */
  async handle(trx: TransactionClientContract, accountId: number): Promise<void> {
    await keepAdministrator(trx, async () => {
      const account = await Account.find(accountId, { client: trx })
      await account?.delete()
    })
    await endSessions(trx, accountId)
  }
}
