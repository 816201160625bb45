import { accountColumn, byAccount, byKey, byChoice, choiceColumn } from '#app/console/admin/columns'
import { defineAdminList, timeCell } from '#app/console/admin/admin_list'
import { STATUSES } from '../statuses.js'

export default defineAdminList({
  path: '/admin/prayers/',
  title: 'Prayers',
  section: 'Archive',
  description: 'Requests for documents that the archive lacks, pending and granted.',
  right: 'prayers.view',
  from: 'prayers p JOIN accounts a ON a.id = p.user_id',
  key: 'p.id',
  select:
    'p.id, p.user_id, a.username, p.document_id, p.status, p.date_created, p.date_granted, p.date_told',
  sorts: { made: { sql: 'p.id', type: 'bigint' } },
  descending: true,
  filters: {
    account: byAccount('p.user_id'),
    document: byKey('p.document_id', 'Document ID'),
    status: byChoice('p.status', 'Status', STATUSES),
  },
  columns: [
    { label: 'ID', sort: 'made', number: true, cell: ({ id }) => String(id) },
    accountColumn('user_id'),
    { label: 'Document', number: true, cell: ({ document_id: id }) => String(id) },
    choiceColumn('status', 'Status', STATUSES),
    { label: 'Created', cell: ({ date_created: made }) => timeCell(made) },
    { label: 'Granted', cell: ({ date_granted: at }) => timeCell(at) },
    { label: 'Notified', cell: ({ date_told: at }) => timeCell(at) },
  ],
  empty: 'No matching prayers.',
})
