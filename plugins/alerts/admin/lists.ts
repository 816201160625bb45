import { accountColumn, byAccount, byChoice, choiceColumn, byKey } from '#app/console/admin/columns'
import { defineAdminList, timeCell } from '#app/console/admin/admin_list'
import { ALERT_TYPES, RATES, type AlertType } from '../search_alerts/codes.js'
import { SUBSCRIBED } from '../models/docket_alert.js'

const searchAlerts = defineAdminList({
  path: '/admin/search-alerts/',
  title: 'Search alerts',
  section: 'Notifications',
  description: 'Saved searches of accounts, without their queries.',
  right: 'alerts.view',
  from: 'search_alerts s JOIN accounts a ON a.id = s.user_id',
  key: 's.id',
  select: `s.id, s.user_id, a.username, s.alert_type, s.rate, s.date_created, s.date_last_hit,
    (SELECT count(*) FROM (SELECT 1 FROM search_alert_hits h
       WHERE h.alert_id = s.id AND h.mailed_at IS NULL LIMIT 1000) AS hits) AS waiting`,
  sorts: { made: { sql: 's.id', type: 'bigint' } },
  descending: true,
  filters: {
    account: byAccount('s.user_id'),
    rate: byChoice('s.rate', 'Rate', RATES),
  },
  columns: [
    { label: 'ID', sort: 'made', number: true, cell: ({ id }) => String(id) },
    accountColumn('user_id'),
    { label: 'Type', cell: ({ alert_type: type }) => ALERT_TYPES[type as AlertType] },
    choiceColumn('rate', 'Rate', RATES),
    { label: 'Last email', cell: ({ date_last_hit: at }) => timeCell(at) },
    {
      label: 'Unsent hits',
      number: true,
      cell: ({ waiting }) => (Number(waiting) >= 1000 ? '1,000 or more' : String(waiting)),
    },
    { label: 'Created', cell: ({ date_created: made }) => timeCell(made) },
  ],
  empty: 'No matching search alerts.',
})

const docketAlerts = defineAdminList({
  path: '/admin/docket-alerts/',
  title: 'Docket alerts',
  section: 'Notifications',
  description: 'Dockets followed by accounts, without their notes.',
  right: 'alerts.view',
  from: 'docket_alerts s JOIN accounts a ON a.id = s.user_id',
  key: 's.id',
  select: 's.id, s.user_id, a.username, s.docket_id, s.alert_type, s.date_created, s.date_last_hit',
  sorts: { made: { sql: 's.id', type: 'bigint' } },
  descending: true,
  filters: {
    account: byAccount('s.user_id'),
    docket: byKey('s.docket_id', 'Docket ID'),
  },
  columns: [
    { label: 'ID', sort: 'made', number: true, cell: ({ id }) => String(id) },
    accountColumn('user_id'),
    {
      label: 'Docket',
      cell: ({ docket_id: id }) => ({ text: String(id), path: `/docket/${id}/` }),
    },
    { label: 'State', cell: ({ alert_type: type }) => (type === SUBSCRIBED ? 'on' : 'off') },
    { label: 'Last update', cell: ({ date_last_hit: at }) => timeCell(at) },
    { label: 'Created', cell: ({ date_created: made }) => timeCell(made) },
  ],
  empty: 'No matching docket alerts.',
})

export default [searchAlerts, docketAlerts]
