import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * The rights an account can have: those of the console and those of plugins.
 */

export class RightRegistry {
  /** A sentence on each right, by name. */
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

/**
 * What accounts may be allowed to do beyond what everybody may. Plugins
 * declare rights of their own beside these.
 */
export const CONSOLE_RIGHTS = {
  'dashboard.view': 'See the staff dashboard.',
  'accounts.view': 'See accounts, their tokens, memberships and usage.',
  'accounts.edit': 'Change accounts: activate, deactivate, confirm an address.',
  'rights.edit': 'Give and take roles and rights.',
  'tokens.revoke': 'Revoke tokens of others.',
  'memberships.edit': 'Change memberships.',
  'overrides.edit': 'Change the rates of an account.',
  'promotion.edit': 'Switch the promotion on and off.',
  'maintenance.edit': 'Begin and end maintenance.',
  'jobs.view': 'See background jobs and imports.',
  'jobs.retry': 'Run failed jobs again.',
  'mails.view': 'See outgoing emails, without their bodies.',
  'archive.edit': 'Edit records of the archive.',
  'audit.view': 'See who changed what.',
} as const

export type ConsoleRight = keyof typeof CONSOLE_RIGHTS

/** Stands for every right in the list of a role. */
export const EVERY_RIGHT = '*'

/** Whether a set of rights holds one of them. */
export function holds(rights: ReadonlySet<string>, right: string): boolean {
  return rights.has(right) || rights.has(EVERY_RIGHT)
}

/** Most accounts of a right. */
const MAX_HOLDERS = 200

/** Keys of active accounts with a right, their own or their role's, oldest first. */
export async function holdersOf(
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
