import { byAccount } from '../account_columns.js'
import { defineAdminList, shownTime } from '../admin_list.js'

const asText = (value: unknown) => (value ? JSON.stringify(value) : '–')

export default defineAdminList({
  path: '/admin/audit/',
  title: 'Audit log',
  section: 'Server',
  description: 'Changes by staff, with previous values.',
  right: 'audit.view',
  from: 'audit_entries e',
  key: 'e.id',
  select:
    'e.date_created, e.actor, e.action, e.account_id, e.account, e.subject, e.before, e.after',
  sorts: { time: { sql: 'e.id', type: 'bigint' } },
  descending: true,
  filters: {
    action: {
      label: 'Action',
      where: (value) => ({ sql: 'e.action = ?', values: [value] }),
    },
    actor: byAccount('e.actor_id', 'Who'),
    account: byAccount('e.account_id'),
  },
  columns: [
    { label: 'Time (UTC)', sort: 'time', cell: ({ date_created: at }) => shownTime(at) },
    { label: 'Who', cell: ({ actor }) => String(actor) },
    { label: 'Action', cell: ({ action }) => String(action) },
    {
      label: 'Account',
      cell: ({ account_id: id, account }) =>
        id ? { text: String(account), path: `/admin/accounts/${id}/` } : String(account || '–'),
    },
    { label: 'Of', cell: ({ subject }) => String(subject || '–') },
    { label: 'Before', cell: ({ before }) => asText(before) },
    { label: 'After', cell: ({ after }) => asText(after) },
  ],
  empty: 'No matching entries.',
})
