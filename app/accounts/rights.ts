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
