import type { Database } from '@adonisjs/lucid/database'
import { pagePath } from '#plugins/federal_records/public/pages'

/** A requested document, with its case. */
export interface PrayedDocument {
  /** Keys as the driver reads them. */
  id: string
  docket_id: string
  case_name: string
  docket_number: string
  court: string
  court_id: string
  document_number: string
  attachment_number: number | null
  description: string
  date_filed: string | null
  registry_doc_id: string
  page_count: number | null
  is_free_on_registry: boolean | null
  is_sealed: boolean | null
  is_available: boolean | null
  /** URL path of its page; empty if the document has no number. */
  path: string
}

/** Columns of `PrayedDocument`, for documents `doc` with `BEHIND_DOCUMENT`. */
export const PRAYED = `doc.id, e.docket_id, coalesce(nullif(k.case_name, ''), 'Docket ' || k.id) AS case_name,
  coalesce(k.docket_number, '') AS docket_number, c.full_name AS court, k.court_id, doc.document_number,
  doc.attachment_number, coalesce(nullif(doc.description, ''), e.description) AS description, e.date_filed::text AS date_filed,
  doc.registry_doc_id, doc.page_count, doc.is_free_on_registry, doc.is_sealed, doc.is_available, ${pagePath('doc')} AS path`

/** Joins the docket entry, docket, and court of documents `doc`. */
export const BEHIND_DOCUMENT = `JOIN docket_entries e ON e.id = doc.docket_entry_id
  JOIN dockets k ON k.id = e.docket_id JOIN courts c ON c.id = k.court_id`

/** @returns undefined if the document doesn't exist */
export async function prayedDocument(
  database: Pick<Database, 'rawQuery'>,
  id: string
): Promise<PrayedDocument | undefined> {
  const { rows } = await database.rawQuery<{ rows: PrayedDocument[] }>(
    `SELECT ${PRAYED} FROM archive_documents doc ${BEHIND_DOCUMENT} WHERE doc.id = ?`,
    [id]
  )
  return rows[0]
}
