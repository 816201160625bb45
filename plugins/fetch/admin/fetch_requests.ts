import { accountColumn, byAccount, byKey, byChoice, choiceColumn } from '#app/console/admin/columns'
import { defineAdminList, timeCell } from '#app/console/admin/admin_list'
import { STATUSES, TYPES } from '../codes.js'
import { MANAGE_RIGHT } from '../rights.js'

export default defineAdminList({
  path: '/admin/fetch-requests/',
  title: 'Fetch requests',
  section: 'Archive',
  description: 'Requests of accounts to the court system, and their results.',
  right: MANAGE_RIGHT,
  from: 'fetch_requests r JOIN accounts a ON a.id = r.user_id',
  key: 'r.id',
  select: `r.id, r.user_id, a.username, r.asked_court_id, r.request_type, r.status, r.message, r.date_created,
    (SELECT to_char(sum(p.cost), 'FM999990.00') FROM fetch_purchases p WHERE p.fetch_request_id = r.id) AS dollars,
    EXISTS (SELECT 1 FROM fetch_purchases p WHERE p.fetch_request_id = r.id AND p.restricted) AS restricted`,
  sorts: { made: { sql: 'r.id', type: 'bigint' } },
  descending: true,
  filters: {
    account: byAccount('r.user_id'),
    docket: byKey('r.docket_id', 'Docket ID'),
    court: {
      label: 'Court',
      where: (value) => ({ sql: 'r.asked_court_id = ?', values: [value] }),
    },
    status: byChoice('r.status', 'Status', STATUSES),
    type: byChoice('r.request_type', 'Type', TYPES),
  },
  columns: [
    { label: 'ID', sort: 'made', number: true, cell: ({ id }) => String(id) },
    accountColumn('user_id'),
    { label: 'Court', cell: ({ asked_court_id: court }) => String(court ?? '–') },
    choiceColumn('request_type', 'Type', TYPES),
    choiceColumn('status', 'Status', STATUSES),
    { label: 'Message', cell: ({ message }) => String(message) },
    { label: 'Dollars', number: true, cell: ({ dollars }) => String(dollars ?? '–') },
    { label: 'Restricted', cell: ({ restricted }) => (restricted ? 'yes' : '–') },
    { label: 'Created', cell: ({ date_created: made }) => timeCell(made) },
  ],
  empty: 'No matching requests.',
})
