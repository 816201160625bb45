import { WebhookEvents } from '#app/webhooks/webhook_events'
import { accountColumn, byAccount } from '#app/console/admin/columns'
import { VIEW_RIGHT } from '../rights.js'
import { defineAdminList, timeCell } from '#app/console/admin/admin_list'

export default defineAdminList<WebhookEvents>({
  load: (container) => container.make(WebhookEvents),
  path: '/admin/webhooks/',
  title: 'Webhooks',
  section: 'Notifications',
  description: 'Webhook endpoints and their status.',
  right: VIEW_RIGHT,
  from: 'webhooks w JOIN accounts a ON a.id = w.user_id',
  key: 'w.id',
  select: `w.id, w.user_id, a.username, w.url, w.event_type, w.version, w.enabled, w.failure_count, w.is_slow, w.disabled_at,
    (SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries d
       WHERE d.webhook_id = w.id AND d.status IN (0, 1) LIMIT 1000) AS waiting) AS waiting`,
  sorts: {
    failures: { sql: 'w.failure_count', type: 'bigint' },
    made: { sql: 'w.id', type: 'bigint' },
  },
  descending: true,
  filters: {
    account: byAccount('w.user_id'),
    state: {
      label: 'State',
      options: [
        ['failed', 'disabled after failures'],
        ['failing', 'enabled and failing'],
      ],
      where: (value) =>
        value === 'failed'
          ? { sql: 'w.disabled_at IS NOT NULL', values: [] }
          : { sql: 'w.enabled AND w.failure_count > 0', values: [] },
    },
  },
  columns: [
    accountColumn('user_id'),
    {
      label: 'Event',
      cell: ({ id, event_type: code, version }, events) => ({
        text: `${events.labelOf(Number(code))}, version ${version}`,
        path: `/admin/webhooks/${id}/`,
      }),
    },
    { label: 'URL', cell: ({ url }) => String(url) },
    {
      label: 'State',
      cell: ({ enabled, disabled_at: at }) =>
        enabled
          ? 'enabled'
          : at
            ? { parts: ['disabled after failures ', timeCell(at)] }
            : 'disabled',
    },
    { label: 'Responses', cell: ({ is_slow: slow }) => (slow ? 'late or none' : 'in time') },
    {
      label: 'Failed attempts',
      sort: 'failures',
      number: true,
      cell: (row) => String(row.failure_count),
    },
    {
      label: 'Queued',
      number: true,
      cell: ({ waiting }) => (Number(waiting) >= 1000 ? '1000 or more' : String(waiting)),
    },
    { label: 'ID', sort: 'made', number: true, cell: ({ id }) => String(id) },
  ],
  empty: 'No matching webhooks.',
})
