import { Database } from '@adonisjs/lucid/database'
import { accountColumn, byAccount, byKey, byChoice, choiceColumn } from '#app/console/admin/columns'
import { defineAdminList, timeCell } from '#app/console/admin/admin_list'
import { currentActor } from '#app/console/services'
import { STATUS, STATUSES, TYPES } from '../codes.js'
import { UploadRequeuer } from '../processing/requeue_uploads.js'
import { MANAGE_RIGHT } from '../rights.js'

const ENDED_BADLY: unknown[] = [STATUS.failed, STATUS.invalid, STATUS.incomplete]

export default defineAdminList({
  path: '/admin/uploads/',
  title: 'Uploads',
  section: 'Archive',
  description:
    'Court pages and documents uploaded by accounts. Files of failed uploads are kept for 14 days, PDFs without a docket longer.',
  right: MANAGE_RIGHT,
  from: 'uploads u LEFT JOIN accounts a ON a.id = u.uploader_id',
  key: 'u.id',
  select:
    'u.id, u.uploader_id AS account_id, a.username, u.court_id, u.upload_type, u.status, u.error_message, u.date_created, u.filepath_local',
  sorts: { made: { sql: 'u.id', type: 'bigint' } },
  descending: true,
  filters: {
    account: byAccount('u.uploader_id'),
    docket: byKey('u.docket_id', 'Docket ID'),
    status: byChoice('u.status', 'Status', STATUSES),
    type: byChoice('u.upload_type', 'Type', TYPES),
  },
  columns: [
    { label: 'ID', sort: 'made', number: true, cell: ({ id }) => String(id) },
    accountColumn('account_id'),
    { label: 'Court', cell: ({ court_id: court }) => String(court) },
    choiceColumn('upload_type', 'Type', TYPES),
    choiceColumn('status', 'Status', STATUSES),
    { label: 'Message', cell: ({ error_message: message }) => String(message) },
    { label: 'Received', cell: ({ date_created: made }) => timeCell(made) },
    {
      label: 'File',
      cell: ({ id, filepath_local: path, status }) =>
        path && ENDED_BADLY.includes(status)
          ? { text: 'Download', path: `/admin/uploads/${id}/original/` }
          : '–',
    },
  ],
  action: {
    label: 'Retry',
    right: MANAGE_RIGHT,
    path: ({ id, filepath_local: path, status }) =>
      path && ENDED_BADLY.includes(status) ? `/admin/uploads/${id}/retry/` : undefined,
  },
  bulk: [
    {
      name: 'retry',
      label: 'Retry failed uploads',
      right: MANAGE_RIGHT,
      where: `u.filepath_local <> '' AND u.status IN (${ENDED_BADLY.join()})`,
      async apply(ctx, id) {
        const database = await ctx.containerResolver.make(Database)
        const requeuer = await ctx.containerResolver.make(UploadRequeuer)
        return database.transaction((trx) => requeuer.retry(trx, currentActor(ctx), Number(id)))
      },
    },
  ],
  empty: 'No matching uploads.',
})
