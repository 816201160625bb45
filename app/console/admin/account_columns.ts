/** Parts of lists whose rows belong to accounts, and of lists that are asked for a key. */
import type { AdminColumn, ListFilter } from './admin_list.js'

/** Rows of the account with a name, whatever its letters' case. @param column with the account's key */
export function byAccount(column: string, label = 'Account'): ListFilter {
  return {
    label,
    where: (value) => ({
      sql: `${column} = (SELECT id FROM accounts WHERE curia_fold(username) = curia_fold(?))`,
      values: [value],
    }),
  }
}

/** Rows with a key; what is no key is passed over. */
export function byKey(column: string, label: string): ListFilter {
  return {
    label,
    where: (value) =>
      /^\d{1,18}$/.test(value) ? { sql: `${column} = ?`, values: [value] } : undefined,
  }
}

/** The account of a row, which leads to its page. @param key column with the account's key, beside `username` */
export function accountColumn(key: 'user_id' | 'account_id', sort?: string): AdminColumn {
  return {
    label: 'Account',
    ...(sort ? { sort } : {}),
    cell: (row) => ({ text: String(row.username), path: `/admin/accounts/${row[key]}/` }),
  }
}
