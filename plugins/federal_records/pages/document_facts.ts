/** What the pages of documents say of their file and text. */
import app from '@adonisjs/core/services/app'
import { NamedStatement } from '#app/database/named_statement'
import { Reader } from '#app/database/reader'
import { pagePath } from '../resources/archive_document.js'
import { TEXT_REASONS, type TextReason } from '../pdf/text_states.js'

const STATE = new NamedStatement(`SELECT state, reason FROM document_texts WHERE document_id = $1`)

const BAD_REDACTIONS = new NamedStatement(
  `SELECT to_json(bad_redaction_pages[1:20])::text FROM document_texts WHERE document_id = $1`
)

const SEALED = new NamedStatement(
  `SELECT json_build_object('id', doc.id, 'description', doc.description, 'path', ${pagePath('doc')},
     'case_name', k.case_name, 'docket_number', k.docket_number, 'document_number', doc.document_number,
     'attachment_number', doc.attachment_number, 'is_sealed', EXISTS (SELECT FROM document_seals s WHERE s.document_id = doc.id))::text
   FROM archive_documents doc JOIN docket_entries e ON e.id = doc.docket_entry_id JOIN dockets k ON k.id = e.docket_id
   WHERE doc.id = $1`
)

/** What the text of a document is or waits for, in a sentence; undefined where there is nothing to say. */
export async function textNote(
  reader: Pick<Reader, 'rows'>,
  document: { id: number | string; ocr_status?: unknown }
): Promise<string | undefined> {
  const [row] = await reader.rows(STATE, [document.id])
  if (!row) return undefined
  const [state, reason] = row as [string, string]
  if (state === 'queued') return 'The text of this document is being extracted.'
  if (reason) return TEXT_REASONS[reason as TextReason]
  return document.ocr_status === 1 ? 'The text was recognized from images (OCR).' : undefined
}

/** Numbers of the first pages of a document with a bad redaction. */
export async function badRedactionPages(
  reader: Pick<Reader, 'rows'>,
  id: number | string
): Promise<number[]> {
  const [row] = await reader.rows(BAD_REDACTIONS, [id])
  return row ? (JSON.parse(row[0]!) as number[]) : []
}

/** A document as staff see it before they seal it. */
export interface SealedDocument {
  id: number
  description: string
  path: string
  case_name: string
  docket_number: string | null
  document_number: string
  attachment_number: number | null
  is_sealed: boolean
}

export async function sealedDocument(id: number): Promise<SealedDocument | undefined> {
  const reader = await app.container.make(Reader)
  const [row] = await reader.rows(SEALED, [id])
  return row && (JSON.parse(row[0]!) as SealedDocument)
}
