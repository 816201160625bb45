import { defineAdminList, timeCell } from '#app/console/admin/admin_list'
import { WAITING } from '../statuses.js'

export default defineAdminList({
  path: '/admin/unavailable-documents/',
  title: 'Unavailable documents',
  section: 'Archive',
  description:
    'Documents that the court system did not sell at the last check. Documents without a number are never checked.',
  right: 'prayers.view',
  from: 'document_availability v JOIN archive_documents doc ON doc.id = v.document_id',
  key: 'v.document_id',
  select: `v.document_id, v.last_checked, doc.registry_doc_id, doc.is_sealed,
    (SELECT count(*) FROM prayers p WHERE p.document_id = v.document_id AND p.status = ${WAITING}) AS waiting`,
  sorts: { checked: { sql: 'v.last_checked', type: 'timestamptz' } },
  columns: [
    { label: 'Last asked', sort: 'checked', cell: ({ last_checked: at }) => timeCell(at) },
    { label: 'Document', number: true, cell: ({ document_id: id }) => String(id) },
    { label: 'Number in the court system', cell: ({ registry_doc_id: id }) => String(id ?? '–') },
    { label: 'Sealed', cell: ({ is_sealed: sealed }) => (sealed ? 'yes' : 'no') },
    { label: 'Prayers', number: true, cell: ({ waiting }) => String(waiting) },
  ],
  empty: 'No matching documents.',
})
