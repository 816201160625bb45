import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { grantRight, revokeRight } from '#app/models/account_rights'
import { AccountError } from '../errors.js'
import Account from '#app/models/account'
import Role from '#app/models/role'
import { endSessions } from '../sessions.js'
import { requireRemainingAdministrator } from '../authority.js'

/** Grants an account a permission, or revokes it. */
export class SetRight {
  /**
   * @param known names of all permissions
   * @throws AccountError for an unknown permission
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
        `Unknown permission "${right}". Choose one of: ${names.join(', ')}.`
      )
    }
    await (granted ? grantRight : revokeRight)(trx, accountId, right)
  }
}

/** Gives an account a role, or removes its role with null. */
export class SetRole {
  /** @throws AccountError for an unknown role */
  async handle(
    trx: TransactionClientContract,
    accountId: number,
    name: string | null
  ): Promise<void> {
    const role = name === null ? null : await Role.findBy({ name }, { client: trx })
    if (name !== null && !role) throw new AccountError('role', `Unknown role "${name}".`)
    const account = await Account.lock(trx, accountId)
    await account.merge({ roleId: role?.id ?? null }).save()
  }
}

/** Closes an account and ends its sessions, or reopens it. */
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

/** Records the time of a sign-in. */
export class RecordSignIn {
  async handle(trx: TransactionClientContract, accountId: number): Promise<void> {
    const account = await Account.find(accountId, { client: trx })
    await account?.merge({ lastSignIn: new Date() }).save()
  }
}

/** Deletes an account with its data. */
export class DeleteAccount {
  /** @throws AccountError for the last administrator */
  async handle(trx: TransactionClientContract, accountId: number): Promise<void> {
    await requireRemainingAdministrator(trx, async () => {
      const account = await Account.find(accountId, { client: trx })
      await account?.delete()
    })
    await endSessions(trx, accountId)
  }
}
