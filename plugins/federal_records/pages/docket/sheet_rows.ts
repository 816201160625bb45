/** Entries of a docket with their documents, for its page. */
import type { Reader } from '#app/database/reader'
import { NamedStatement } from '#app/database/named_statement'
import { pagePath } from '../../resources/archive_document.js'
import { PAGE_SIZE, type SheetFilters } from './sheet_filters.js'

export interface SheetDocument {
  id: number
  path: string
  document_number: string
  /** Blank where the ID of the court system is not known. */
  registry_doc_id: string
  attachment_number: number | null
  description: string
  page_count: number | null
  is_available: boolean | null
  is_free_on_registry: boolean | null
  is_sealed: boolean | null
  filepath_local: string | null
}

export interface SheetEntry {
  id: number
  entry_number: number | null
  date_filed: string | null
  description: string
  documents: SheetDocument[] | null
}

/** Every word is in the entry's text or in that of one of its documents. */
const MATCHES = `e.docket_id = $1
  AND ($2::bigint IS NULL OR e.entry_number >= $2) AND ($3::bigint IS NULL OR e.entry_number <= $3)
  AND ($4::date IS NULL OR e.date_filed >= $4) AND ($5::date IS NULL OR e.date_filed <= $5)
  AND (cardinality($6::text[]) = 0 OR NOT EXISTS (SELECT FROM unnest($6::text[]) AS word
    WHERE e.description NOT ILIKE word AND NOT EXISTS (SELECT FROM archive_documents doc
      WHERE doc.docket_entry_id = e.id AND doc.description ILIKE word)))`

const COUNT = new NamedStatement(`SELECT count(*) FROM docket_entries e WHERE ${MATCHES}`)

const rowsInOrder = (direction: string) =>
  new NamedStatement(`SELECT row_to_json(shown) FROM (
    SELECT e.id, e.entry_number, e.date_filed, e.description, (
      SELECT json_agg(json_build_object('id', doc.id, 'path', ${pagePath('doc')},
        'document_number', doc.document_number, 'registry_doc_id', doc.registry_doc_id,
        'attachment_number', doc.attachment_number, 'description', doc.description,
        'page_count', doc.page_count, 'is_available', doc.is_available,
        'is_free_on_registry', doc.is_free_on_registry, 'is_sealed', doc.is_sealed,
        'filepath_local', doc.filepath_local)
        ORDER BY doc.document_type, doc.document_number, doc.attachment_number)
      FROM archive_documents doc WHERE doc.docket_entry_id = e.id) AS documents
    FROM (SELECT * FROM docket_entries e WHERE ${MATCHES}
      ORDER BY recap_sequence_number ${direction}, entry_number ${direction} NULLS LAST, id ${direction}
      LIMIT ${PAGE_SIZE} OFFSET $7) e
    ORDER BY e.recap_sequence_number ${direction}, e.entry_number ${direction} NULLS LAST, e.id ${direction}) shown`)

const OLDEST_FIRST = rowsInOrder('ASC')
const NEWEST_FIRST = rowsInOrder('DESC')

/** The entries of a page, and how many there are on all pages. */
export async function sheetRows(
  reader: Reader,
  docket: string,
  { from, to, after, before, words, newestFirst, page }: SheetFilters
): Promise<{ entries: SheetEntry[]; count: number }> {
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const values = [docket, from, to, after, before, patterns]
  const [[counted], rows] = await Promise.all([
    reader.rows(COUNT, values),
    reader.rows(newestFirst ? NEWEST_FIRST : OLDEST_FIRST, [...values, (page - 1) * PAGE_SIZE]),
  ])
  return {
    entries: rows.map(([row]) => JSON.parse(row!) as SheetEntry),
    count: Number(counted![0]),
  }
}
