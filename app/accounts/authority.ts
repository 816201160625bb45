/**
 * Authorization of staff actions. Each action calls `authorize` in its own transaction, so that
 * the current permissions apply.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ADVISORY_LOCKS } from '#app/support/advisory_locks'
import { AccountError } from './errors.js'
import { EVERY_RIGHT, hasRight, type ConsoleRight } from './rights.js'

export interface Actor {
  /** Null for the command line, which the operating system authorizes. */
  id: number | null
  name: string
}

/**
 * Permission required by each action of the audit log; null for actions of the command line
 * only.
 */
export const ACTION_RIGHTS = {
  'account.create': null,
  'account.activate': 'accounts.edit',
  'account.deactivate': 'accounts.edit',
  'account.confirm': 'accounts.edit',
  'second_factor.remove': 'accounts.edit',
  'role.set': 'rights.edit',
  'right.grant': 'rights.edit',
  'right.revoke': 'rights.edit',
  'membership.set': 'memberships.edit',
  'override.set': 'overrides.edit',
  'token.add': null,
  'token.replace': 'tokens.revoke',
  'token.revoke': 'tokens.revoke',
  'promotion.set': 'promotion.edit',
  'maintenance.set': 'maintenance.edit',
  'job.retry': 'jobs.retry',
  'record.edit': 'archive.edit',
} as const satisfies Record<string, ConsoleRight | null>

export type StaffAction = keyof typeof ACTION_RIGHTS

/** Thrown if the actor's permissions don't cover the action. */
export class NotPermitted extends AccountError {
  override name = 'NotPermitted'
}

/**
 * Authorizes an action: the actor needs the permission for the action, all permissions of the
 * affected account, and all permissions it grants. Later staff actions wait until the
 * transaction ends.
 *
 * @param gives permissions that the action adds to the account
 * @throws NotPermitted
 */
export async function authorize(
  trx: TransactionClientContract,
  actor: Actor,
  { action, accountId, gives = [] }: { action: StaffAction; accountId?: number; gives?: string[] }
): Promise<void> {
  await trx.rawQuery('SELECT pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.staffActions])
  if (actor.id === null) return
  const own = await rightsOf(trx, actor.id, { toAct: true })
  const needed = ACTION_RIGHTS[action]
  if (needed === null || !hasRight(own, needed))
    throw new NotPermitted('right', 'You do not have permission to perform this action.')
  const beyond =
    accountId === undefined ? [] : listMissingRights(own, await rightsOf(trx, accountId))
  if (beyond.length)
    throw new NotPermitted(
      'account',
      `This account has permissions you don't have (${beyond.join(', ')}), so you can't change it.`
    )
  const missing = listMissingRights(own, gives)
  if (missing.length)
    throw new NotPermitted(
      'right',
      `You can only grant permissions you have. You don't have ${missing.join(', ')}.`
    )
}

/** Permissions that are missing from another set. */
export function listMissingRights(own: ReadonlySet<string>, others: Iterable<string>): string[] {
  return [...others].filter((right) => !hasRight(own, right))
}

/**
 * Runs a change that must not remove the last administrator (an active account that has all
 * permissions and is not blocked), or the last one that can sign in.
 *
 * @throws AccountError if it does; the transaction must be rolled back
 */
export async function requireRemainingAdministrator<T>(
  trx: TransactionClientContract,
  work: () => Promise<T>
): Promise<T> {
  await trx.rawQuery('SELECT pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.staffActions])
  const before = await administrators(trx)
  const result = await work()
  const after = await administrators(trx)
  if ((before.all && !after.all) || (before.able && !after.able))
    throw new AccountError(
      'account',
      'This is the last administrator. Make another account an administrator first.'
    )
  return result
}

/** Permissions of a role and of the account itself. A closed account has none. */
async function rightsOf(
  trx: TransactionClientContract,
  accountId: number,
  { toAct = false } = {}
): Promise<Set<string>> {
  const { rows } = await trx.rawQuery(
    `SELECT DISTINCT unnest(
       array(SELECT "right" FROM account_rights WHERE account_id = a.id) || coalesce(r.rights, '{}')
     ) AS "right"
     FROM accounts a LEFT JOIN roles r ON r.id = a.role_id
     WHERE a.id = ? AND (a.is_active OR NOT ?::boolean)`,
    [accountId, toAct]
  )
  return new Set(rows.map((row: { right: string }) => row.right))
}

/** The number of administrators, and of those who can sign in. */
async function administrators(
  trx: TransactionClientContract
): Promise<{ all: number; able: number }> {
  const { rows } = await trx.rawQuery(
    `SELECT count(*)::int AS "all",
            count(*) FILTER (
              WHERE password IS NOT NULL AND (email IS NULL OR email_confirmed_at IS NOT NULL)
            )::int AS able
     FROM accounts a
     WHERE is_active
       AND id IN (SELECT account_id FROM account_rights WHERE "right" = :every
                  UNION SELECT member.id FROM accounts member JOIN roles r ON r.id = member.role_id
                        WHERE :every = ANY (r.rights))
       AND NOT EXISTS (SELECT FROM rate_overrides
                       WHERE account_id = a.id AND scope = 'user' AND "limit" = 0)`,
    { every: EVERY_RIGHT }
  )
  return rows[0]
}
