/** Finds the document of a PDF by its IDs in the court system (fetch-and-upload, 2.4, step 1). */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import ArchiveDocument from '../models/archive_document.js'

/** The values that a sender provides for a document. */
export interface WantedDocument {
  /** The court's ID in the archive. */
  court: string
  /** The court system's case ID; empty if unknown. */
  caseId: string
  /** The court system's document ID, with the fourth digit set to zero. */
  documentId: string
  /** GUID in ACMS, where documents of an entry share a document ID; otherwise empty. */
  guid: string
  number: number | null
  /** Null for a main document. */
  attachment: number | null
}

export interface FoundDocument {
  docket: number
  entry: number
  document: number
}

/** The missing parent of a document. */
export type MissingPlace = { missing: 'docket' | 'entry' }

const MAIN_DOCUMENT = 1
const ATTACHMENT = 2

/**
 * Finds a document, or creates it if its entry exists.
 *
 * @returns its IDs, or the missing parent
 * @throws 23505 if another transaction creates the same document; retry
 */
export async function findOrCreateDocument(
  trx: TransactionClientContract,
  wanted: WantedDocument
): Promise<FoundDocument | MissingPlace> {
  const known = await byId(trx, wanted)
  if (known) return known
  const docket = await firstOf(
    trx,
    `SELECT id FROM dockets WHERE court_id = ? AND registry_case_id = ? AND ? <> '' ORDER BY id LIMIT 1`,
    [wanted.court, wanted.caseId, wanted.caseId]
  )
  if (docket === undefined) return { missing: 'docket' }
  const entry = await firstOf(
    trx,
    'SELECT id FROM docket_entries WHERE docket_id = ? AND entry_number = ? ORDER BY id LIMIT 1',
    [docket, wanted.number ?? -1]
  )
  if (entry === undefined) return { missing: 'entry' }
  return { docket, entry, document: await ofEntry(trx, entry, wanted) }
}

async function byId(
  trx: TransactionClientContract,
  { court, caseId, documentId, guid, attachment }: WantedDocument
): Promise<FoundDocument | undefined> {
  // In ACMS, all documents of an entry share the entry's ID.
  const isShared = !guid && documentId.includes('-')
  const { rows } = await trx.rawQuery<{ rows: Record<keyof FoundDocument, string>[] }>(
    `SELECT k.id AS docket, e.id AS entry, doc.id AS document
     FROM archive_documents doc JOIN docket_entries e ON e.id = doc.docket_entry_id
     JOIN dockets k ON k.id = e.docket_id
     WHERE doc.registry_doc_id = ? AND doc.registry_doc_id <> '' AND k.court_id = ?
       AND (? = '' OR doc.acms_document_guid = ?)
       AND (NOT ? OR doc.attachment_number IS NOT DISTINCT FROM ?::smallint)
     ORDER BY k.registry_case_id IS NOT DISTINCT FROM ? DESC,
       doc.attachment_number IS NOT DISTINCT FROM ?::smallint DESC, doc.id LIMIT 1`,
    [documentId, court, guid, guid, isShared, attachment, caseId, attachment] as string[]
  )
  const [row] = rows
  return (
    row && { docket: Number(row.docket), entry: Number(row.entry), document: Number(row.document) }
  )
}

async function ofEntry(
  trx: TransactionClientContract,
  entry: number,
  { documentId, guid, number, attachment }: WantedDocument
): Promise<number> {
  const found = await firstOf(
    trx,
    `SELECT id FROM archive_documents WHERE docket_entry_id = ? AND document_number = ?
       AND attachment_number IS NOT DISTINCT FROM ?::smallint AND document_type = ? LIMIT 1`,
    [entry, String(number), attachment, attachment === null ? MAIN_DOCUMENT : ATTACHMENT]
  )
  if (found !== undefined) return named(trx, found, { documentId, guid })
  const made = await ArchiveDocument.create(
    {
      docketEntryId: entry,
      documentType: attachment === null ? MAIN_DOCUMENT : ATTACHMENT,
      documentNumber: String(number),
      attachmentNumber: attachment,
      registryDocId: documentId,
      acmsDocumentGuid: guid,
    },
    { client: trx }
  )
  return made.id
}

/** Stores the IDs of a document that was listed without them. */
async function named(
  trx: TransactionClientContract,
  id: number,
  { documentId, guid }: Pick<WantedDocument, 'documentId' | 'guid'>
): Promise<number> {
  const [row] = await ArchiveDocument.locked(trx, [id])
  if (row && !row.registryDocId && documentId)
    await row
      .merge({ registryDocId: documentId, ...(guid ? { acmsDocumentGuid: guid } : {}) })
      .save()
  return id
}

async function firstOf(
  trx: TransactionClientContract,
  sql: string,
  values: unknown[]
): Promise<number | undefined> {
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(sql, values as string[])
  return rows[0] && Number(rows[0].id)
}
