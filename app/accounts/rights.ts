import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Permissions of accounts: those of the console and those of plugins. */

export class RightRegistry {
  /** Descriptions of the permissions, by name. */
  readonly descriptions: Readonly<Record<string, string>>

  constructor(plugins: { rights?: Record<string, string> }[]) {
    this.descriptions = Object.assign(
      {},
      ...plugins.map(({ rights }) => rights ?? {}),
      CONSOLE_RIGHTS,
      { [EVERY_RIGHT]: 'Everything.' }
    )
  }

  get names(): string[] {
    return Object.keys(this.descriptions)
  }
}

/** Permissions of the console. Plugins declare additional ones. */
export const CONSOLE_RIGHTS = {
  'dashboard.view': 'View the staff dashboard.',
  'accounts.view': 'View accounts, their tokens, memberships, and usage.',
  'accounts.edit': 'Change accounts: activate, deactivate, confirm an email address.',
  'rights.edit': 'Grant and revoke roles and permissions.',
  'tokens.revoke': 'Revoke tokens of other accounts.',
  'memberships.edit': 'Change memberships.',
  'overrides.edit': 'Change the rates of an account.',
  'promotion.edit': 'Enable and disable the promotion.',
  'maintenance.edit': 'Start and end maintenance.',
  'jobs.view': 'View background jobs and imports.',
  'jobs.retry': 'Retry failed jobs.',
  'mails.view': 'View outgoing emails without their bodies.',
  'archive.edit': 'Edit records of the archive.',
  'audit.view': 'View the audit log.',
} as const

export type ConsoleRight = keyof typeof CONSOLE_RIGHTS

/** Represents all permissions in the list of a role. */
export const EVERY_RIGHT = '*'

/** Whether a set includes a permission. */
export function hasRight(rights: ReadonlySet<string>, right: string): boolean {
  return rights.has(right) || rights.has(EVERY_RIGHT)
}

/** Maximum number of accounts. */
const MAX_HOLDERS = 200

/** IDs of active accounts that have a permission, directly or through their role, oldest first. */
export async function listAccountIdsByRight(
  client: Pick<TransactionClientContract, 'rawQuery'>,
  right: string
): Promise<number[]> {
  const { rows } = await client.rawQuery<{ rows: { id: string }[] }>(
    `SELECT a.id FROM accounts a LEFT JOIN roles r ON r.id = a.role_id
     WHERE a.is_active AND (
       r.rights && ?::text[]
       OR EXISTS (SELECT FROM account_rights o WHERE o.account_id = a.id AND o."right" = ANY (?::text[])))
     ORDER BY a.id LIMIT ?`,
    [[right, EVERY_RIGHT], [right, EVERY_RIGHT], MAX_HOLDERS] as never[]
  )
  return rows.map(({ id }) => Number(id))
}
