import { accountColumn } from '../account_columns.js'
import { defineAdminList, timeCell } from '../admin_list.js'

export default defineAdminList({
  path: '/admin/tokens/',
  title: 'Tokens',
  section: 'Accounts',
  description: 'Only the last four characters of a token are known.',
  right: 'accounts.view',
  from: 'api_tokens t LEFT JOIN accounts a ON a.id = t.account_id',
  key: 't.id',
  select:
    't.id, t.account_id, a.username, t.is_primary, t.name, t.ending, t.read_only, t.expires_at, t.last_used_at, t.date_created',
  sorts: {
    made: { sql: 't.id', type: 'bigint' },
    used: { sql: `coalesce(t.last_used_at, '-infinity')`, type: 'timestamptz' },
  },
  descending: true,
  filters: {
    ending: {
      label: 'Last four characters',
      where: (value) => ({ sql: 't.ending = ?', values: [value.slice(-4)] }),
    },
    kind: {
      label: 'Kind',
      options: [
        ['primary', 'primary'],
        ['extra', 'extra'],
      ],
      where: (value) => ({
        sql: value === 'primary' ? 't.is_primary' : 'NOT t.is_primary',
        values: [],
      }),
    },
  },
  columns: [
    accountColumn('account_id'),
    {
      label: 'Token',
      cell: ({ is_primary: primary, name }) => (primary ? 'primary' : String(name)),
    },
    { label: 'Ends in', cell: ({ ending }) => `…${ending}` },
    { label: 'Access', cell: ({ read_only: readOnly }) => (readOnly ? 'read' : 'read and write') },
    { label: 'Expires', cell: ({ expires_at: at }) => (at ? timeCell(at) : 'never') },
    { label: 'Last used', sort: 'used', cell: ({ last_used_at: at }) => timeCell(at) },
    { label: 'Created', sort: 'made', cell: ({ date_created: made }) => timeCell(made) },
  ],
  empty: 'No matching tokens.',
})
