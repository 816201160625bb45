import { Database } from '@adonisjs/lucid/database'
import { choices } from '#api/fields'
import { accountColumn, byAccount, byKey, byChoice, choiceColumn } from '#app/console/admin/columns'
import { defineAdminList, timeCell } from '#app/console/admin/admin_list'
import { currentActor } from '#app/console/services'
import { Jobs } from '#app/jobs/jobs'
import { RetryNotice } from '../actions/retry_notice.js'
import { COPY_WORDS, STATUS, STATUS_WORDS } from '../codes.js'
import { MANAGE_RIGHT } from '../rights.js'

const STATUSES = choices(STATUS_WORDS)

const COPIES = choices(COPY_WORDS)

const notices = defineAdminList({
  path: '/admin/court-emails/',
  title: 'Court emails',
  section: 'Archive',
  description:
    'Notices emailed by courts or uploaded by accounts. Failed emails are kept for 14 days.',
  right: MANAGE_RIGHT,
  from: 'court_notices n LEFT JOIN accounts a ON a.id = n.account_id',
  key: 'n.id',
  select:
    'n.id, n.account_id, a.username, n.origin, n.court_id, n.status, n.copy, n.message, n.retries, n.docket_id, n.path, n.date_created',
  sorts: { made: { sql: 'n.id', type: 'bigint' } },
  descending: true,
  filters: {
    account: byAccount('n.account_id'),
    docket: byKey('n.docket_id', 'Docket ID'),
    status: byChoice('n.status', 'Status', STATUSES),
    copy: byChoice('n.copy', 'Free copy', COPIES),
  },
  columns: [
    { label: 'ID', sort: 'made', number: true, cell: ({ id }) => String(id) },
    accountColumn('account_id'),
    { label: 'Source', cell: ({ origin }) => String(origin) },
    { label: 'Court', cell: ({ court_id: court }) => String(court ?? '–') },
    {
      label: 'Docket',
      cell: ({ docket_id: id }) =>
        id ? { text: `Docket ${String(id)}`, path: `/docket/${String(id)}/` } : '–',
    },
    choiceColumn('status', 'Status', STATUSES),
    choiceColumn('copy', 'Free copy', COPIES),
    { label: 'Message', cell: ({ message }) => String(message) },
    { label: 'Retries', number: true, cell: ({ retries }) => String(retries) },
    { label: 'Received', cell: ({ date_created: made }) => timeCell(made) },
  ],
  action: {
    label: 'Retry',
    right: MANAGE_RIGHT,
    path: ({ id, path, status }) =>
      path && status === STATUS.failed ? `/admin/court-emails/${String(id)}/retry/` : undefined,
  },
  bulk: [
    {
      name: 'retry',
      label: 'Retry failed court emails',
      right: MANAGE_RIGHT,
      where: `n.path <> '' AND n.status = '${STATUS.failed}'`,
      async apply(ctx, id) {
        const database = await ctx.containerResolver.make(Database)
        const retry = new RetryNotice(await ctx.containerResolver.make(Jobs))
        return database.transaction((trx) => retry.handle(trx, currentActor(ctx), Number(id)))
      },
    },
  ],
  empty: 'No matching court emails.',
})

const feeds = defineAdminList({
  path: '/admin/court-feeds/',
  title: 'Court feeds',
  section: 'Archive',
  description: 'RSS feeds of courts and the result of the last read.',
  right: MANAGE_RIGHT,
  from: 'court_feeds f',
  key: 'f.id',
  select: 'f.court_id, f.date_read, f.date_changed, f.failing_since, f.message',
  sorts: { court: { sql: 'f.court_id', type: 'text' } },
  filters: {
    state: {
      label: 'State',
      options: [['failing', 'Failing']],
      where: (value) =>
        value === 'failing' ? { sql: 'f.failing_since IS NOT NULL', values: [] } : undefined,
    },
  },
  columns: [
    { label: 'Court', sort: 'court', cell: ({ court_id: court }) => String(court) },
    { label: 'Read', cell: ({ date_read: at }) => timeCell(at) },
    { label: 'Changed', cell: ({ date_changed: at }) => timeCell(at) },
    { label: 'Failing since', cell: ({ failing_since: at }) => timeCell(at) },
    { label: 'Message', cell: ({ message }) => String(message) },
  ],
  empty: 'No matching feeds.',
})

export default [notices, feeds]
