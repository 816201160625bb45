import { defineAdminList } from '#app/console/admin/admin_list'
import { MANAGE_RIGHT } from '../rights.js'

const count = (statuses: string) => `count(*) FILTER (WHERE r.status IN (${statuses}))::int`

/** Requests of 30 days by court. */
export default defineAdminList({
  path: '/admin/fetch-courts/',
  title: 'Fetches by court',
  section: 'Archive',
  description:
    'Requests of the last 30 days at each court: open, succeeded and failed. Open a court to pause its fetches.',
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
  empty: 'Nothing was fetched in the last 30 days.',
})
