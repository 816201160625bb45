import { accountColumn } from '../account_columns.js'
import { MEMBERSHIP_LEVELS, PAYMENT_STATES } from '#config/memberships'
import { defineAdminList } from '../admin_list.js'

const ACTIVE = `(m.payment_status <> 'failed' AND coalesce(m.termination_date, 'infinity') >= current_date)`

export default defineAdminList({
  path: '/admin/memberships/',
  title: 'Memberships',
  section: 'Accounts',
  description: "Memberships raise rate limits. Edit them on the account's page.",
  right: 'accounts.view',
  from: 'memberships m LEFT JOIN accounts a ON a.id = m.account_id',
  key: 'm.account_id',
  select: `m.account_id, a.username, m.level, m.payment_status, m.termination_date::text AS ends, ${ACTIVE} AS active`,
  sorts: {
    account: { sql: 'm.account_id', type: 'bigint' },
    ends: { sql: `coalesce(m.termination_date, 'infinity')`, type: 'date' },
  },
  descending: true,
  filters: {
    level: {
      label: 'Level',
      options: [...MEMBERSHIP_LEVELS].map(([key, { name }]) => [key, name]),
      where: (value) => ({ sql: 'm.level = ?', values: [value] }),
    },
    payment: {
      label: 'Payment',
      options: PAYMENT_STATES.map((state) => [state, state]),
      where: (value) => ({ sql: 'm.payment_status = ?', values: [value] }),
    },
    state: {
      label: 'State',
      options: [
        ['active', 'active'],
        ['lapsed', 'lapsed'],
      ],
      where: (value) => ({ sql: value === 'lapsed' ? `NOT ${ACTIVE}` : ACTIVE, values: [] }),
    },
  },
  columns: [
    accountColumn('account_id', 'account'),
    {
      label: 'Level',
      cell: ({ level }) => MEMBERSHIP_LEVELS.get(String(level))?.name ?? `Unknown (${level})`,
    },
    { label: 'Payment', cell: ({ payment_status: state }) => String(state) },
    { label: 'Last day', sort: 'ends', cell: ({ ends }) => String(ends ?? 'none') },
    { label: 'State', cell: ({ active }) => (active ? 'active' : 'lapsed') },
  ],
  empty: 'No matching memberships.',
})
