import { WebhookEvents } from '#app/webhooks/webhook_events'
import { accountColumn, byKey } from '#app/console/admin/columns'
import { STATUS_WORDS } from '../statuses.js'
import { VIEW_RIGHT } from '../rights.js'
import { defineAdminList, timeCell } from '#app/console/admin/admin_list'

/** Of deliveries `d`: what should have been sent and was not. */
export const STUCK = `d.status IN (0, 1) AND d.next_attempt < now() - interval '5 minutes'`

export default defineAdminList<WebhookEvents>({
  load: (container) => container.make(WebhookEvents),
  path: '/admin/deliveries/',
  title: 'Deliveries',
  section: 'Notifications',
  description: 'Webhook deliveries. A delivery that is due and has not been sent is stuck.',
  right: VIEW_RIGHT,
  from: 'webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id JOIN accounts a ON a.id = w.user_id',
  key: 'd.id',
  select: `d.id, d.webhook_id, w.user_id, a.username, w.event_type, d.debug, d.status, d.status_code, d.attempts, d.next_attempt, d.date_created,
    (SELECT error FROM webhook_attempts t WHERE t.delivery_id = d.id ORDER BY t.id DESC LIMIT 1) AS error`,
  sorts: { made: { sql: 'd.id', type: 'bigint' } },
  descending: true,
  filters: {
    status: {
      label: 'Status',
      options: Object.entries(STATUS_WORDS),
      where: (value) =>
        Object.hasOwn(STATUS_WORDS, value)
          ? { sql: 'd.status = ?', values: [Number(value)] }
          : undefined,
    },
    due: {
      label: 'Due',
      options: [['stuck', 'five minutes ago or more']],
      where: () => ({ sql: STUCK, values: [] }),
    },
    webhook: byKey('d.webhook_id', 'Webhook ID'),
  },
  columns: [
    {
      label: 'ID',
      sort: 'made',
      number: true,
      cell: ({ id, webhook_id: webhook }) => ({
        text: String(id),
        path: `/admin/webhooks/${webhook}/deliveries/${id}/`,
      }),
    },
    accountColumn('user_id'),
    {
      label: 'Webhook',
      cell: ({ webhook_id: id }) => ({
        text: String(id),
        path: `/admin/webhooks/${id}/`,
      }),
    },
    {
      label: 'Event',
      cell: ({ event_type: code, debug }, events) =>
        `${events.labelOf(Number(code))}${debug ? ' (test)' : ''}`,
    },
    { label: 'Status', cell: ({ status }) => STATUS_WORDS[Number(status)] ?? String(status) },
    { label: 'Attempts', number: true, cell: ({ attempts }) => String(attempts) },
    {
      label: 'Response',
      cell: ({ status_code: code, error }) => String(error || code || '–'),
    },
    { label: 'Next attempt', cell: ({ next_attempt: at }) => timeCell(at) },
    { label: 'Created', cell: ({ date_created: made }) => timeCell(made) },
  ],
  empty: 'No matching deliveries.',
})
