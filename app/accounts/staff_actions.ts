/**
 * Actions of staff and operators on accounts (`app/accounts/actions`). Each is authorized and
 * recorded in the audit log, with the actor and the previous and new values, in one
 * transaction.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Jobs } from '#app/jobs/jobs'
import AuditEntry from '#app/models/audit_entry'
import Role from '#app/models/role'
import type { Rate } from '#app/throttle/rate'
import { AccountError } from './errors.js'
import { CreateAccount, type NewAccount } from './actions/create_account.js'
import { IssueToken, type TokenWishes, ReplaceToken, RevokeToken } from './actions/tokens.js'
import { MarkEmailConfirmed } from './actions/confirm_email.js'
import { RemoveSecondFactor } from './actions/second_factor.js'
import { SetActive, SetRight, SetRole } from './actions/access.js'
import {
  SetMembership,
  type MembershipWishes,
  SetOverride,
  SetPromotion,
} from './actions/membership.js'
import { SetMaintenance } from './actions/set_maintenance.js'
import type { MaintenanceState } from '#app/maintenance/maintenance'
import {
  authorize,
  requireRemainingAdministrator,
  type Actor,
  type StaffAction,
} from './authority.js'
import { snapshot, difference } from './audit_changes.js'

/** The actor for the command line. */
export const OPERATOR: Actor = { id: null, name: 'operator (command line)' }

interface Target {
  accountId: number
  action: StaffAction
  /** The subject of the action in addition to the account. */
  subject?: string
  /** Permissions that the action grants. */
  gives?: string[]
}

/** A target in the audit log, which may outlive the account. */
interface Recorded extends Omit<Target, 'accountId' | 'gives'> {
  accountId: number | null
  account: string
}

export class StaffActions {
  /**
   * Methods throw NotPermitted if the actor isn't permitted, and AccountError if the account
   * doesn't exist or is the last administrator.
   */
  constructor(
    readonly database: Database,
    readonly actor: Actor
  ) {}

  /**
   * @param role of the new account
   * @throws AccountError
   */
  async create(
    wanted: NewAccount,
    role: string | null = null
  ): Promise<{ id: number; token: string }> {
    return this.database.transaction(async (trx) => {
      await authorize(trx, this.actor, { action: 'account.create' })
      const made = await new CreateAccount().handle(trx, wanted)
      const { username, email = null } = wanted
      await this.#record(
        trx,
        { accountId: made.id, account: username, action: 'account.create' },
        { after: { username, email } }
      )
      if (role !== null) {
        await new SetRole().handle(trx, made.id, role)
        await this.#record(
          trx,
          { accountId: made.id, account: username, action: 'role.set' },
          { before: { role: null }, after: { role } }
        )
      }
      return made
    })
  }

  /** @throws AccountError */
  async setRole(accountId: number, role: string | null): Promise<void> {
    const gives = role === null ? undefined : (await Role.findBy({ name: role }))?.rights
    await this.#change({ accountId, action: 'role.set', gives }, (trx) =>
      new SetRole().handle(trx, accountId, role)
    )
  }

  /** @throws AccountError */
  setRight(
    accountId: number,
    right: string,
    wanted: { granted: boolean; known: Iterable<string> }
  ): Promise<void> {
    const target: Target = wanted.granted
      ? { accountId, action: 'right.grant', subject: right, gives: [right] }
      : { accountId, action: 'right.revoke', subject: right }
    return this.#change(target, (trx) => new SetRight().handle(trx, accountId, right, wanted))
  }

  setOverrides(
    accountId: number,
    wanted: { scope: string; rates: readonly Rate[]; notes?: string }
  ): Promise<void> {
    return this.#change({ accountId, action: 'override.set', subject: wanted.scope }, (trx) =>
      new SetOverride().handle(trx, accountId, wanted)
    )
  }

  setMembership(accountId: number, membership: MembershipWishes | null): Promise<void> {
    return this.#change({ accountId, action: 'membership.set' }, (trx) =>
      new SetMembership().handle(trx, accountId, membership)
    )
  }

  setActive(accountId: number, active: boolean): Promise<void> {
    const action = active ? 'account.activate' : 'account.deactivate'
    return this.#change({ accountId, action }, (trx) =>
      new SetActive().handle(trx, accountId, active)
    )
  }

  confirmEmail(accountId: number): Promise<void> {
    return this.#change({ accountId, action: 'account.confirm' }, (trx) =>
      new MarkEmailConfirmed().handle(trx, accountId)
    )
  }

  /** For owners who have lost the authenticator app and the recovery codes. */
  removeSecondFactor(accountId: number): Promise<void> {
    return this.#change({ accountId, action: 'second_factor.remove' }, (trx) =>
      new RemoveSecondFactor().handle(trx, accountId)
    )
  }

  /** @returns the new primary token */
  async replaceToken(accountId: number): Promise<string> {
    let token = ''
    await this.#change({ accountId, action: 'token.replace' }, async (trx) => {
      token = await new ReplaceToken().handle(trx, accountId)
    })
    return token
  }

  /**
   * @returns the token
   * @throws AccountError if the account has reached the maximum
   */
  async addToken(accountId: number, wishes: TokenWishes): Promise<string> {
    let token = ''
    await this.#change({ accountId, action: 'token.add', subject: wishes.name }, async (trx) => {
      token = await new IssueToken().handle(trx, accountId, wishes)
    })
    return token
  }

  /** @throws AccountError if the token doesn't exist or is the primary one */
  revokeToken(accountId: number, tokenId: number): Promise<void> {
    return this.#change(
      { accountId, action: 'token.revoke', subject: String(tokenId) },
      async (trx) => {
        if (!(await new RevokeToken().handle(trx, accountId, tokenId)))
          throw new AccountError('token', "This token doesn't exist.")
      }
    )
  }

  async setPromotion(on: boolean): Promise<void> {
    await this.database.transaction(async (trx) => {
      await authorize(trx, this.actor, { action: 'promotion.set' })
      if (!(await new SetPromotion().handle(trx, on))) return
      await this.#record(
        trx,
        { accountId: null, account: '', action: 'promotion.set' },
        { before: { on: !on }, after: { on } }
      )
    })
  }

  async setMaintenance(state: MaintenanceState): Promise<void> {
    await this.database.transaction(async (trx) => {
      await authorize(trx, this.actor, { action: 'maintenance.set' })
      const before = await new SetMaintenance().handle(trx, state)
      if (!before) return
      await this.#record(
        trx,
        { accountId: null, account: '', action: 'maintenance.set' },
        { before, after: state }
      )
    })
  }

  /**
   * Retries a failed background job once.
   *
   * @throws AccountError if the job doesn't exist or hasn't failed
   */
  async retryJob(jobs: Pick<Jobs, 'retry'>, queue: string, id: string): Promise<void> {
    await this.database.transaction(async (trx) => {
      await authorize(trx, this.actor, { action: 'job.retry' })
      if (!(await jobs.retry(trx, queue, id)))
        throw new AccountError('job', "This job hasn't failed, or no longer exists.")
      await this.#record(
        trx,
        { accountId: null, account: '', action: 'job.retry', subject: `${queue} ${id}` },
        {}
      )
    })
  }

  /** Runs a permitted change, and records the changed properties of the account. */
  async #change(
    { gives, ...target }: Target,
    work: (trx: TransactionClientContract) => Promise<void>
  ): Promise<void> {
    const { accountId, action } = target
    await this.database.transaction(async (trx) => {
      await authorize(trx, this.actor, { action, accountId, gives })
      const before = await snapshot(trx, accountId)
      await requireRemainingAdministrator(trx, () => work(trx))
      const after = await snapshot(trx, accountId)
      const changed = difference(before, after)
      if (!Object.keys(changed.after).length) return
      await this.#record(trx, { ...target, account: String(after.username) }, changed)
    })
  }

  async #record(
    trx: TransactionClientContract,
    { accountId, account, action, subject = '' }: Recorded,
    { before, after }: { before?: object; after?: object }
  ): Promise<void> {
    await AuditEntry.create(
      {
        actorId: this.actor.id,
        actor: this.actor.name,
        action,
        accountId,
        account,
        subject,
        before,
        after,
      },
      { client: trx }
    )
  }
}
