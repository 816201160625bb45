import { accountColumn, byAccount, byKey, byChoice, choiceColumn } from '#app/console/admin/columns'
import { defineAdminList, timeCell } from '#app/console/admin/admin_list'
import { STATUSES, WAITING } from '../models/prayer.js'

const prayers = defineAdminList({
  path: '/admin/prayers/',
  title: 'Document requests',
  section: 'Archive',
  description: 'Pending and granted requests for missing documents.',
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
  empty: 'No matching requests.',
})

const unavailableDocuments = defineAdminList({
  path: '/admin/unavailable-documents/',
  title: 'Unavailable documents',
  section: 'Archive',
  description:
    "Documents that couldn't be purchased at the last check. Documents without an ID in the court system are never checked.",
  right: 'prayers.view',
  from: 'document_availability v JOIN archive_documents doc ON doc.id = v.document_id',
  key: 'v.document_id',
  select: `v.document_id, v.last_checked, doc.registry_doc_id, doc.is_sealed,
    (SELECT count(*) FROM prayers p WHERE p.document_id = v.document_id AND p.status = ${WAITING}) AS waiting`,
  sorts: { checked: { sql: 'v.last_checked', type: 'timestamptz' } },
  columns: [
    { label: 'Last checked', sort: 'checked', cell: ({ last_checked: at }) => timeCell(at) },
    { label: 'Document', number: true, cell: ({ document_id: id }) => String(id) },
    { label: 'ID in the court system', cell: ({ registry_doc_id: id }) => String(id ?? '–') },
    { label: 'Sealed', cell: ({ is_sealed: sealed }) => (sealed ? 'yes' : 'no') },
    { label: 'Requests', number: true, cell: ({ waiting }) => String(waiting) },
  ],
  empty: 'No matching documents.',
})

export default [prayers, unavailableDocuments]
