/**
 * A docket entry as webhooks show it, made up, for test events.
 */
/** What payloads with entries show. */
export const ENTRIES = { resources: ['docket-entries', 'archive-documents'] }

const TIME = '2026-03-02T17:04:05.000000+00:00'

export const EXAMPLE_DOCUMENT = {
  id: 1,
  date_created: TIME,
  date_modified: TIME,
  sha1: '',
  page_count: 12,
  file_size: null,
  filepath_local: null,
  filepath_ia: '',
  ia_upload_failure_count: null,
  thumbnail: null,
  thumbnail_status: 0,
  ocr_status: null,
  date_upload: null,
  document_number: '1',
  attachment_number: null,
  registry_doc_id: '035000000001',
  is_available: false,
  is_free_on_registry: null,
  is_sealed: null,
  document_type: 1,
  description: 'Complaint',
  absolute_url: '/docket/1/1/example/',
}

export const EXAMPLE_ENTRY = {
  id: 1,
  docket: 1,
  date_filed: '2026-03-02',
  time_filed: null,
  entry_number: 1,
  recap_sequence_number: '2026-03-02.001',
  registry_sequence_number: null,
  description: 'COMPLAINT against all defendants.',
  date_created: TIME,
  date_modified: TIME,
  recap_documents: [EXAMPLE_DOCUMENT],
}
