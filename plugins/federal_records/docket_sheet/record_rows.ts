/**
 * The rows of a sheet's entries and documents.
 */
import type { KnownSheet } from './known_sheet.js'
import type { SheetEntry } from './schema.js'
import type { Change, Row, SheetTables } from './sheet_tables.js'

/** Entries and documents the sheet does not list stay. */
export async function recordRows(
  tables: SheetTables,
  docket: string,
  known: KnownSheet,
  entries: SheetEntry[]
): Promise<Change[]> {
  const rows = entries.map((entry) => entryRow(docket, known, entry))
  await tables.giveKeys('docket_entries', rows)
  const documents = entries.flatMap((entry, place) =>
    documentRows(known, String(rows[place]!.id), entry)
  )
  await tables.giveKeys('archive_documents', documents)
  return [
    { table: 'docket_entries', rows },
    { table: 'archive_documents', rows: documents },
  ]
}

function entryRow(docket: string, known: KnownSheet, entry: SheetEntry): Row {
  const { entry_number: number, date_filed: day, description } = entry
  const sameness =
    typeof number === 'number'
      ? [String(number), null, null]
      : [null, day ?? null, description ?? '']
  return {
    id: entry.id ?? known.entries.take(sameness),
    docket_id: docket,
    entry_number: number ?? null,
    date_filed: day ?? null,
    time_filed: entry.time_filed ?? null,
    recap_sequence_number: entry.recap_sequence_number ?? '',
    registry_sequence_number: entry.registry_sequence_number ?? null,
    description: description ?? '',
  }
}

function documentRows(known: KnownSheet, entry: string, { documents = [] }: SheetEntry): Row[] {
  return documents.map((document) => {
    const attachment = document.attachment_number ?? null
    const same = known.documents.take([
      entry,
      document.document_number,
      attachment === null ? null : String(attachment),
    ])
    return {
      id: document.id ?? same,
      docket_entry_id: entry,
      document_type: document.document_type,
      document_number: document.document_number,
      attachment_number: attachment,
      registry_doc_id: document.registry_doc_id ?? '',
      acms_document_guid: document.acms_document_guid ?? '',
      description: document.description ?? '',
      is_available: document.is_available ?? false,
      is_free_on_registry: document.is_free_on_registry ?? null,
      is_sealed: document.is_sealed ?? null,
      page_count: document.page_count ?? null,
      file_size: document.file_size ?? null,
      sha1: document.sha1 ?? '',
      filepath_local: document.filepath_local ?? '',
      filepath_ia: document.filepath_ia ?? '',
      date_upload: document.date_upload ?? null,
      plain_text: document.plain_text ?? '',
      ocr_status: document.ocr_status ?? null,
      thumbnail: document.thumbnail ?? null,
      thumbnail_status: document.thumbnail_status ?? 0,
    }
  })
}
