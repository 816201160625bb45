import type { HttpContext } from '@adonisjs/core/http'
import {
  accountColumn,
  byAccount,
  byKey,
  isAccount,
  isKey,
  isUuid,
} from '#app/console/admin/columns'
import { defineAdminList, timeCell } from '#app/console/admin/admin_list'
import { currentStaff, type Staff } from '#app/console/services'
import { WebhookEvents } from '#app/webhooks/webhook_events'
import { ChangeWebhookAsStaff, type StaffChange } from '../actions/change_as_staff.js'
import { MANAGE_RIGHT, VIEW_RIGHT } from '../rights.js'
import { STATUS, STATUS_WORDS } from '../rows.js'

/** SQL condition: the delivery `d` is overdue. */
export const STUCK = `d.status IN (0, 1) AND d.next_attempt < now() - interval '5 minutes'`

const webhooks = defineAdminList<WebhookEvents>({
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
       WHERE d.webhook_id = w.id AND d.status IN (0, 1) LIMIT 1000) AS waiting) AS waiting,
    EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.attempts > 0) AS is_known`,
  sorts: {
    failures: { sql: 'w.failure_count', type: 'bigint' },
    made: { sql: 'w.id', type: 'bigint' },
  },
  descending: true,
  searchedBy: 'q',
  filters: {
    q: {
      label: 'Account, URL, or ID',
      where: (value) => ({
        sql: `${isAccount('w.user_id')} OR strpos(lower(w.url), lower(?)) > 0${isKey(value) ? ' OR w.id = ?' : ''}`,
        values: [value, value, ...(isKey(value) ? [value] : [])],
      }),
    },
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
        text: `${events.getEventLabel(Number(code))}, version ${version}`,
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
    {
      label: 'Responses',
      cell: ({ is_known: known, is_slow: slow }) =>
        !known ? '–' : slow ? 'slow or none' : 'on time',
    },
    {
      label: 'Failed attempts',
      sort: 'failures',
      number: true,
      cell: (row) => String(row.failure_count),
    },
    {
      label: 'Queued',
      number: true,
      cell: ({ waiting }) => (Number(waiting) >= 1000 ? '1,000 or more' : String(waiting)),
    },
    { label: 'ID', sort: 'made', number: true, cell: ({ id }) => String(id) },
  ],
  bulk: [
    {
      name: 'enable',
      label: 'Enable webhooks that were disabled after failures',
      right: MANAGE_RIGHT,
      where: 'NOT w.enabled AND w.disabled_at IS NOT NULL',
      apply: (ctx, id) => isChanged(ctx, (staff, changes) => changes.setEnabled(staff, id, true)),
    },
  ],
  empty: 'No matching webhooks.',
})

const deliveries = defineAdminList<WebhookEvents>({
  load: (container) => container.make(WebhookEvents),
  path: '/admin/deliveries/',
  title: 'Deliveries',
  section: 'Notifications',
  description: 'Webhook deliveries. A delivery that is overdue by five minutes is stuck.',
  right: VIEW_RIGHT,
  from: 'webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id JOIN accounts a ON a.id = w.user_id',
  key: 'd.id',
  select: `d.id, d.webhook_id, w.user_id, a.username, w.event_type, d.debug, d.status, d.status_code, d.attempts, d.next_attempt, d.date_created,
    (SELECT error FROM webhook_attempts t WHERE t.delivery_id = d.id ORDER BY t.id DESC LIMIT 1) AS error`,
  sorts: { made: { sql: 'd.id', type: 'bigint' } },
  descending: true,
  searchedBy: 'q',
  filters: {
    q: {
      label: 'Account, event ID, or ID',
      where: (value) =>
        isKey(value)
          ? { sql: 'd.id = ?', values: [value] }
          : isUuid(value)
            ? { sql: 'd.event_id = ?::uuid', values: [value] }
            : { sql: isAccount('w.user_id'), values: [value] },
    },
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
      options: [['stuck', 'five or more minutes ago']],
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
        `${events.getEventLabel(Number(code))}${debug ? ' (test)' : ''}`,
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
  bulk: [
    {
      name: 'resend',
      label: 'Resend failed deliveries',
      note: "Events that were already resent and events of disabled webhooks aren't listed.",
      right: MANAGE_RIGHT,
      where: `w.enabled AND d.status = ${STATUS.failed}
        AND NOT EXISTS (SELECT FROM webhook_deliveries r WHERE r.replay_of = d.id)`,
      apply: (ctx, id, { webhook_id: webhook }) =>
        isChanged(ctx, (staff, changes) => changes.resend(staff, String(webhook), id)),
    },
  ],
  empty: 'No matching deliveries.',
})

/** Whether a change of staff was made. Webhooks of accounts with more permissions stay unchanged. */
async function isChanged(
  ctx: HttpContext,
  change: (staff: Staff, changes: ChangeWebhookAsStaff) => Promise<StaffChange>
): Promise<boolean> {
  const changes = await ctx.containerResolver.make(ChangeWebhookAsStaff)
  return 'done' in (await change(currentStaff(ctx), changes))
}

export default [webhooks, deliveries]
