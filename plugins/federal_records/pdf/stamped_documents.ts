import db from '@adonisjs/lucid/services/db'
import type { DocumentStamp } from '#app/court_pages/document_stamp'
import { areAlike, getDocketNumberCore } from '../docket_sheet/find_docket.js'

/** A document and its case in the court system. */
export interface StampedDocument {
  court: string
  /** Null if unknown. */
  caseId: string | null
  documentId: string
}

interface FoundDocument extends StampedDocument {
  number: string | null
}

/** Documents of dockets with the same year and serial number, in all courts. */
const MAX_FOUND = 1_000

/**
 * Finds the documents with the numbers in a court's stamp.
 *
 * @param court the court's ID in the archive, if known
 * @returns at most two
 */
export async function stampedDocuments(
  { docketNumber, documentNumber, attachmentNumber }: DocumentStamp,
  court?: string
): Promise<StampedDocument[]> {
  const { rows } = await db.rawQuery<{ rows: FoundDocument[] }>(
    `SELECT DISTINCT k.court_id AS court, k.registry_case_id AS "caseId", doc.registry_doc_id AS "documentId",
       k.docket_number AS number
     FROM dockets k JOIN docket_entries e ON e.docket_id = k.id
     JOIN archive_documents doc ON doc.docket_entry_id = e.id
     WHERE k.id IN (
         SELECT id FROM dockets WHERE docket_number = ?
         UNION ALL SELECT id FROM dockets WHERE docket_number_core = ? AND docket_number_core <> '')
       AND (?::text IS NULL OR k.court_id = ?)
       AND e.entry_number = ? AND doc.attachment_number IS NOT DISTINCT FROM ?::smallint
       AND doc.registry_doc_id <> ''
     LIMIT ${MAX_FOUND}`,
    [
      docketNumber,
      getDocketNumberCore(docketNumber),
      court ?? null,
      court ?? null,
      documentNumber,
      attachmentNumber,
    ] as string[]
  )
  const alike = rows.filter(({ number }) => areAlike(number ?? '', docketNumber))
  const different = new Map(
    alike.map(({ court: id, caseId, documentId }) => [
      `${id} ${caseId} ${documentId}`,
      { court: id, caseId, documentId },
    ])
  )
  return [...different.values()].slice(0, 2)
}
