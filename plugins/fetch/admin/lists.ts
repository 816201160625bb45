import { accountColumn, byAccount, byKey, byChoice, choiceColumn } from '#app/console/admin/columns'
import { defineAdminList, timeCell } from '#app/console/admin/admin_list'
import { STATUSES, TYPES } from '../codes.js'
import { MANAGE_RIGHT } from '../rights.js'

const fetchRequests = defineAdminList({
  path: '/admin/fetch-requests/',
  title: 'Fetch requests',
  section: 'Archive',
  description: 'Fetch requests by account, with their results.',
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

const count = (statuses: string) => `count(*) FILTER (WHERE r.status IN (${statuses}))::int`

/** Requests of the last 30 days by court. */
const pausedCourts = defineAdminList({
  path: '/admin/fetch-courts/',
  title: 'Fetches by court',
  section: 'Archive',
  description:
    'Open, completed, and failed requests of the last 30 days by court. Open a court to pause it.',
  right: MANAGE_RIGHT,
  from: `(SELECT r.asked_court_id AS court, ${count('1, 4, 5')} AS open, ${count('2')} AS done,
      ${count('3, 6, 7')} AS failed, EXISTS (SELECT 1 FROM fetch_paused_courts p WHERE p.court_id = r.asked_court_id) AS paused
    FROM fetch_requests r WHERE r.asked_court_id IS NOT NULL AND r.date_created > now() - interval '30 days'
    GROUP BY r.asked_court_id
    UNION ALL SELECT p.court_id, 0, 0, 0, true FROM fetch_paused_courts p WHERE NOT EXISTS (
      SELECT FROM fetch_requests r WHERE r.asked_court_id = p.court_id AND r.date_created > now() - interval '30 days')) AS counted`,
  key: 'court',
  keyType: 'text',
  select: 'court, open, done, failed, paused',
  sorts: { court: { sql: 'court', type: 'text' } },
  filters: {},
  columns: [
    {
      label: 'Court',
      sort: 'court',
      cell: ({ court }) => ({ text: String(court), path: `/admin/fetch-courts/${court}/` }),
    },
    { label: 'Open', number: true, cell: ({ open }) => String(open) },
    { label: 'Done', number: true, cell: ({ done }) => String(done) },
    { label: 'Failed', number: true, cell: ({ failed }) => String(failed) },
    { label: 'Paused', cell: ({ paused }) => (paused ? 'yes' : 'no') },
  ],
  empty: 'No requests in the last 30 days.',
})

export default [fetchRequests, pausedCourts]
