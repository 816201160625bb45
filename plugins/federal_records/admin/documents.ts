import { defineAdminList, timeCell } from '#app/console/admin/admin_list'
import { sealPath } from '../pdf/paths.js'
import { pagePath } from '../resources/archive_document.js'
import { SEAL_RIGHT } from '../rights.js'

const badRedactions = defineAdminList({
  path: '/admin/bad-redactions/',
  title: 'Bad redactions',
  section: 'Archive',
  description: 'Documents whose covered text can still be copied.',
  right: SEAL_RIGHT,
  from: `(SELECT * FROM document_texts WHERE bad_redaction_pages <> '{}') t
    JOIN archive_documents doc ON doc.id = t.document_id`,
  key: 't.document_id',
  select: `t.document_id, t.date_modified, t.bad_redaction_pages[1:20] AS pages, doc.description, ${pagePath('doc')} AS path`,
  sorts: { document: { sql: 't.document_id', type: 'bigint' } },
  descending: true,
  columns: [
    {
      label: 'Document',
      sort: 'document',
      cell: ({ document_id: id, path }) =>
        path ? { text: String(id), path: String(path) } : String(id),
    },
    { label: 'Description', cell: ({ description }) => String(description) },
    { label: 'Pages', cell: ({ pages }) => (pages as number[]).join(', ') },
    { label: 'Found', cell: ({ date_modified: at }) => timeCell(at) },
    {
      label: 'Decision',
      cell: ({ document_id: id }) => ({ text: 'Seal', path: sealPath(String(id)) }),
    },
  ],
  action: {
    label: 'Dismiss',
    right: SEAL_RIGHT,
    path: ({ document_id: id }) => `/admin/bad-redactions/${id}/dismiss/`,
  },
  empty: 'No matching documents.',
})

const sealedDocuments = defineAdminList({
  path: '/admin/sealed-documents/',
  title: 'Sealed documents',
  section: 'Archive',
  description: 'Documents sealed by staff. New files are rejected until they are unsealed.',
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
    label: 'Unseal',
    right: SEAL_RIGHT,
    path: ({ document_id: id }) => `/admin/documents/${id}/unseal/`,
  },
  empty: 'No matching documents.',
})

export default [badRedactions, sealedDocuments]
