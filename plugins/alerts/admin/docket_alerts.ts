import { accountColumn, byAccount, byKey } from '#app/console/admin/columns'
import { defineAdminList, timeCell } from '#app/console/admin/admin_list'
import { SUBSCRIBED } from '../docket_alerts/alert_types.js'

export default defineAdminList({
  path: '/admin/docket-alerts/',
  title: 'Docket alerts',
  section: 'Notifications',
  description: 'Dockets that accounts follow, without their notes.',
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
    { label: 'Last news', cell: ({ date_last_hit: at }) => timeCell(at) },
    { label: 'Created', cell: ({ date_created: made }) => timeCell(made) },
  ],
  empty: 'No matching docket alerts.',
})
