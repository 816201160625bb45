import type { Records, ShownRecord } from '#api/records'
import type { PageVisitor } from '#app/accounts/page_visitor'
import { hasRight } from '#app/accounts/rights'
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { storageAddress } from '#app/storage/stored_files'
import { TEXT_REASONS, type TextReason } from '../pdf/codes.js'
import { sealPath } from '../pdf/paths.js'
import { SEAL_RIGHT } from '../rights.js'

const DOCUMENT = new NamedStatement(
  `SELECT d.id FROM archive_documents d JOIN docket_entries e ON e.id = d.docket_entry_id
   WHERE e.docket_id = $1 AND d.document_number = $2 AND coalesce(d.attachment_number::text, '') = $3
   ORDER BY d.id LIMIT 1`
)

export async function findDocument(
  records: Records,
  { docket, document, attachment = '' }: Record<string, string>
): Promise<ShownRecord | undefined> {
  // PostgreSQL rejects null characters.
  if (!/^\d{1,18}$/.test(docket!) || `${document}${attachment}`.includes('\0')) return undefined
  const [found] = await records.reader.rows(DOCUMENT, [docket, document, attachment])
  return found && records.find('archive-documents', found[0]!)
}

/** Loads the data of a document's page. */
export async function loadDocument(records: Records, document: ShownRecord) {
  const [entry] = await records.list(
    'docket-entries',
    { recap_documents: String(document.id) },
    { omit: 'recap_documents' }
  )
  const docket = String(entry?.docket).match(/(\d+)\/$/)?.[1]
  return {
    file: document.is_sealed ? undefined : storageAddress(document.filepath_local),
    thumbnail: document.is_sealed ? undefined : storageAddress(document.thumbnail),
    entry,
    docket: docket && (await records.find('dockets', docket)),
    note: await textNote(records.reader, document),
  }
}

/** The link to seal a document, for staff with the permission. */
export async function loadStaffSection(
  { reader }: Records,
  { id, is_sealed: isSealed }: ShownRecord,
  visitor: PageVisitor | undefined
): Promise<Record<string, unknown> | undefined> {
  if (!visitor || isSealed || !hasRight(visitor.account.rights, SEAL_RIGHT)) return undefined
  return { seal: sealPath(id), pages: await badRedactionPages(reader, id) }
}

const STATE = new NamedStatement(`SELECT state, reason FROM document_texts WHERE document_id = $1`)

const BAD_REDACTIONS = new NamedStatement(
  `SELECT to_json(bad_redaction_pages[1:20])::text FROM document_texts WHERE document_id = $1`
)

/** The status of a document's text as a sentence; undefined if the text is complete. */
async function textNote(
  reader: Pick<Reader, 'rows'>,
  document: { id: number | string; ocr_status?: unknown }
): Promise<string | undefined> {
  const [row] = await reader.rows(STATE, [document.id])
  if (!row) return undefined
  const [state, reason] = row as [string, string]
  if (state === 'queued') return 'The text of this document is being extracted.'
  if (reason) return TEXT_REASONS[reason as TextReason]
  return document.ocr_status === 1 ? 'The text was extracted from images (OCR).' : undefined
}

/** The first pages of a document with a bad redaction. */
async function badRedactionPages(
  reader: Pick<Reader, 'rows'>,
  id: number | string
): Promise<number[]> {
  const [row] = await reader.rows(BAD_REDACTIONS, [id])
  return row ? (JSON.parse(row[0]!) as number[]) : []
}
