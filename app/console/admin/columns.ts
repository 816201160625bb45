/** Columns and filters for lists with accounts, keys, and codes. */
import type { AdminColumn, ListFilter, Cell, Link } from './admin_list.js'
import { choiceWords } from '#api/choices'
import type { Choice } from '#api/field_types'
import type { AuditedFact, AuditWords } from '#app/accounts/audit_sentences'

/** Filters rows by username, ignoring case. @param column with the account's ID */
export function byAccount(column: string, label = 'Account'): ListFilter {
  return {
    label,
    where: (value) => ({ sql: isAccount(column), values: [value] }),
  }
}

/** SQL condition: a column has the ID of the account with a username. */
export function isAccount(column: string): string {
  return `${column} = (SELECT id FROM accounts WHERE curia_fold(username) = curia_fold(?))`
}

/** Whether a value can be the key of a row. */
export function isKey(value: string): boolean {
  return /^\d{1,18}$/.test(value)
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a value is a UUID. */
export function isUuid(value: string): boolean {
  return UUID.test(value)
}

/** Filters rows by key; invalid keys are ignored. */
export function byKey(column: string, label: string): ListFilter {
  return {
    label,
    where: (value) => (isKey(value) ? { sql: `${column} = ?`, values: [value] } : undefined),
  }
}

/**
 * The account of a row, with a link to its page. @param key column with the account's ID, in
 * addition to `username`
 */
export function accountColumn(key: 'user_id' | 'account_id', sort?: string): AdminColumn {
  return {
    label: 'Account',
    ...(sort ? { sort } : {}),
    cell: (row) => ({ text: String(row.username), path: `/admin/accounts/${row[key]}/` }),
  }
}

/** Filters rows by a code from a list; invalid codes are ignored. @param column with the code */
export function byChoice(column: string, label: string, choices: Choice[]): ListFilter {
  return {
    label,
    options: choices.map(({ value, display_name: words }) => [String(value), words]),
    where: (text) => {
      const choice = choices.find(({ value }) => String(value) === text)
      return choice && { sql: `${column} = ?`, values: [choice.value] }
    },
  }
}

/** The label of a row's code. @param name of the selected column */
export function choiceColumn(name: string, label: string, choices: Choice[]): AdminColumn {
  return { label, cell: (row) => choiceWords(choices, row[name]) }
}

interface AuditedRow extends AuditedFact {
  actorId: unknown
  actor: string
  accountId: unknown
}

/** An audit log entry as a sentence with links to its accounts. */
export function auditCell(words: AuditWords, row: AuditedRow): Cell {
  const parts = words.sentence(row).map((part) => {
    if ('words' in part) return part.words
    return accountLink(part.account, row.accountId)
  })
  return { parts: [accountLink(row.actor, row.actorId), ' ', ...parts] }
}

/** Deleted accounts only have a name. */
function accountLink(name: string, id: unknown): Link | string {
  return id ? { text: name, path: `/admin/accounts/${id}/` } : name
}
