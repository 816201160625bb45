/**
 * Docket entries and documents in webhook payloads (alerts, 3.2): as in the API, without text,
 * tags, and record URLs.
 */
import type { Records, ShownRecord } from '#api/records'

const NOT_SHOWN = ['resource_uri', 'tags', 'plain_text', 'acms_document_guid']
const OMIT = {
  entry: ['resource_uri', 'tags', ...NOT_SHOWN.map((name) => `recap_documents__${name}`)].join(),
  document: NOT_SHOWN.join(),
}

/** A document of an entry, without its text. */
export interface ShownDocument extends Record<string, unknown> {
  id: number
  document_number: string
  attachment_number: number | null
  description: string
  absolute_url: string
  filepath_local: string
  is_available: boolean | null
  is_sealed: boolean | null
}

export interface ShownEntry extends Record<string, unknown> {
  id: number
  docket: number
  date_filed: string | null
  entry_number: number | null
  description: string
  recap_documents: ShownDocument[]
}

/** Entries by ID, in that order, without deleted ones. */
export async function shownEntries(records: Records, ids: number[]): Promise<ShownEntry[]> {
  const entries: ShownEntry[] = []
  for (const id of ids) {
    const [found] = await records.list(
      'docket-entries',
      { id: String(id) },
      { omit: OMIT.entry, limit: 1 }
    )
    if (found) entries.push({ ...found, docket: keyIn(found.docket) } as unknown as ShownEntry)
  }
  return entries
}

/** Documents by ID, with the IDs of their docket and entry. */
export async function shownDocuments(
  records: Records,
  ids: number[]
): Promise<(ShownDocument & { docket: number; docket_entry: number })[]> {
  const documents = []
  for (const id of ids) {
    const [[found], [entry]] = await Promise.all([
      records.list('archive-documents', { id: String(id) }, { omit: OMIT.document, limit: 1 }),
      records.list(
        'docket-entries',
        { recap_documents: String(id) },
        { fields: 'id,docket', limit: 1 }
      ),
    ])
    if (!found || !entry) continue
    documents.push({
      ...(found as ShownRecord as unknown as ShownDocument),
      docket: keyIn(entry.docket),
      docket_entry: Number(entry.id),
    })
  }
  return documents
}

/** The ID at the end of a record's URL. */
function keyIn(address: unknown): number {
  return Number(/(\d+)\/$/.exec(String(address))![1])
}

/** The resources in payloads with entries. */
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
