/** Finds the same document in several dockets, and its storage path. */
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { pdfPath, type NamedDocument } from './paths.js'

/** Maximum dockets that share a document; a multidistrict filing is in hundreds. */
const MAX_SAME = 2000

/**
 * The IDs of a document and of its copies in other dockets of the court, by registry ID. In ACMS,
 * documents of an entry share the registry ID, so the GUID or else the numbers must match, too.
 *
 * @returns an empty list for an unknown document
 */
export async function sameDocuments(
  client: Pick<TransactionClientContract, 'rawQuery'>,
  document: number
): Promise<number[]> {
  const { rows } = await client.rawQuery<{ rows: { id: string }[] }>(
    `WITH own AS (
       SELECT doc.id, doc.registry_doc_id, doc.acms_document_guid, doc.document_number,
         doc.attachment_number, k.court_id FROM archive_documents doc
       JOIN docket_entries e ON e.id = doc.docket_entry_id JOIN dockets k ON k.id = e.docket_id
       WHERE doc.id = ?)
     SELECT id FROM own
     UNION (
       SELECT doc.id FROM own JOIN archive_documents doc USING (registry_doc_id, acms_document_guid)
       JOIN docket_entries e ON e.id = doc.docket_entry_id
       JOIN dockets k ON k.id = e.docket_id AND k.court_id = own.court_id
       WHERE own.registry_doc_id <> ''
         AND (own.acms_document_guid <> '' OR own.registry_doc_id NOT LIKE '%-%'
           OR (doc.document_number = own.document_number
             AND doc.attachment_number IS NOT DISTINCT FROM own.attachment_number))
       ORDER BY doc.id LIMIT ?)`,
    [document, MAX_SAME]
  )
  return rows.map(({ id }) => Number(id))
}

/**
 * The storage path of a document's file. The document ID is appended if another document has the
 * same path.
 *
 * @returns undefined for an unknown document
 */
export async function resolveDocumentPath(
  database: Pick<Database, 'rawQuery'>,
  document: number | string
): Promise<string | undefined> {
  const { rows } = await database.rawQuery<{ rows: PlacedRow[] }>(
    `SELECT doc.id, doc.document_number AS "documentNumber", doc.attachment_number AS "attachmentNumber",
       doc.registry_doc_id, k.court_id AS court, k.registry_case_id AS "caseId", k.id AS docket
     FROM archive_documents doc JOIN docket_entries e ON e.id = doc.docket_entry_id
     JOIN dockets k ON k.id = e.docket_id WHERE doc.id = ?`,
    [document]
  )
  const [row] = rows
  if (!row) return undefined
  const { rows: others } = await database.rawQuery<{ rows: unknown[] }>(
    `SELECT 1 FROM archive_documents doc JOIN docket_entries e ON e.id = doc.docket_entry_id
     JOIN dockets k ON k.id = e.docket_id
     WHERE doc.id <> ? AND k.court_id = ? AND (k.id = ? OR k.registry_case_id = ?)
       AND doc.document_number = ? AND coalesce(doc.attachment_number, 0) = ?
       AND (doc.registry_doc_id = '' OR doc.registry_doc_id <> ?) LIMIT 1`,
    [
      document,
      row.court,
      row.docket,
      row.caseId,
      row.documentNumber,
      row.attachmentNumber ?? 0,
      row.registry_doc_id,
    ]
  )
  return pdfPath(row, { isUnique: !others.length })
}

interface PlacedRow extends NamedDocument {
  registry_doc_id: string
}
