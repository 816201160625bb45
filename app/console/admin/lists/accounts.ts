import { MEMBERSHIP_LEVELS } from '#config/memberships'
import { defineAdminList, timeCell, type Condition } from '../admin_list.js'

/** Without three of them in a row, the index of words has nothing to look up. */
const INDEXED = /[\p{L}\p{N}]{3}/u

/** What finds a typed word anywhere in names and address, or, where it is very short, at the start of the name. */
function finding(word: string): Condition {
  const pattern = word.replaceAll(/[\\%_]/g, '\\$&')
  return INDEXED.test(word)
    ? { sql: 'a.words LIKE curia_fold(?)', values: [`%${pattern}%`] }
    : { sql: 'curia_fold(a.username) LIKE curia_fold(?)', values: [`${pattern}%`] }
}

export default defineAdminList({
  path: '/admin/accounts/',
  title: 'Accounts',
  section: 'Accounts',
  description: 'All accounts. One or two letters find usernames that start with them.',
  right: 'accounts.view',
  from: 'accounts a LEFT JOIN roles r ON r.id = a.role_id LEFT JOIN memberships m ON m.account_id = a.id',
  key: 'a.id',
  select:
    'a.id, a.username, a.email, a.first_name, a.last_name, a.is_active, a.email_confirmed_at, a.date_created, a.last_sign_in, r.name AS role, m.level',
  sorts: {
    created: { sql: 'a.id', type: 'bigint' },
    name: { sql: 'curia_fold(a.username)', type: 'text' },
    signed_in: { sql: `coalesce(a.last_sign_in, '-infinity')`, type: 'timestamptz' },
  },
  descending: true,
  filters: {
    q: {
      label: 'Username or email address',
      where: finding,
    },
    state: {
      label: 'State',
      options: [
        ['active', 'active'],
        ['closed', 'closed'],
      ],
      where: (value) => ({
        sql: value === 'closed' ? 'NOT a.is_active' : 'a.is_active',
        values: [],
      }),
    },
    staff: {
      label: 'Staff',
      options: [['yes', 'staff only']],
      where: () => ({ sql: 'a.role_id IS NOT NULL', values: [] }),
    },
    level: {
      label: 'Membership',
      options: [...MEMBERSHIP_LEVELS].map(([key, { name }]) => [key, name]),
      where: (value) => ({ sql: 'm.level = ?', values: [value] }),
    },
  },
  columns: [
    {
      label: 'Name',
      sort: 'name',
      cell: ({ id, username }) => ({ text: String(username), path: `/admin/accounts/${id}/` }),
    },
    {
      label: 'Email address',
      cell: ({ email, email_confirmed_at: confirmed }) =>
        email ? `${email}${confirmed ? '' : ' (not confirmed)'}` : '–',
    },
    {
      label: 'State',
      cell: ({ is_active: active }) => (active ? 'active' : 'closed'),
    },
    { label: 'Role', cell: ({ role }) => String(role ?? '–') },
    {
      label: 'Membership',
      cell: ({ level }) =>
        level ? (MEMBERSHIP_LEVELS.get(String(level))?.name ?? 'Unknown') : '–',
    },
    { label: 'Created', sort: 'created', cell: ({ date_created: made }) => timeCell(made) },
    { label: 'Signed in', sort: 'signed_in', cell: ({ last_sign_in: at }) => timeCell(at) },
  ],
  empty: 'No matching accounts.',
})
