import { defineAdminList, timeCell } from '#app/console/admin/admin_list'
import { pagePath } from '../resources/archive_document.js'
import { SEAL_RIGHT } from '../rights.js'

export default defineAdminList({
  path: '/admin/sealed-documents/',
  title: 'Sealed documents',
  section: 'Archive',
  description: 'Documents that staff sealed. No file of them is accepted until the seal is lifted.',
  right: SEAL_RIGHT,
  from: 'document_seals s JOIN archive_documents doc ON doc.id = s.document_id',
  key: 's.document_id',
  select: `s.document_id, s.date_created, doc.description, ${pagePath('doc')} AS path`,
  sorts: { document: { sql: 's.document_id', type: 'bigint' } },
  descending: true,
  columns: [
    {
      label: 'Document',
      sort: 'document',
      cell: ({ document_id: id, path }) =>
        path ? { text: String(id), path: String(path) } : String(id),
    },
    { label: 'Description', cell: ({ description }) => String(description) },
    { label: 'Sealed', cell: ({ date_created: at }) => timeCell(at) },
  ],
  action: {
    label: 'Lift seal',
    right: SEAL_RIGHT,
    path: ({ document_id: id }) => `/admin/documents/${id}/unseal/`,
  },
  empty: 'No matching documents.',
})
