import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ADVISORY_LOCK_NAMES } from '#app/support/advisory_locks'

/** Where files of documents are stored (fetch-and-upload, 2.4). */

export interface NamedDocument {
  id: string
  court: string
  /** ID of the case in the court system; null where it is not known. */
  caseId: string | null
  docket: string
  documentNumber: string
  attachmentNumber: number | null
}

/** Longest path of a thumbnail (`archive_documents.thumbnail`). */
const MAX_THUMBNAIL_LENGTH = 100

/** Where the thumbnail of a file is stored; undefined where its path would be too long. */
export function thumbnailPath(file: string): string | undefined {
  const path = file.replace(/(?:\.pdf)?$/, '.thumb.png')
  return path.length <= MAX_THUMBNAIL_LENGTH ? path : undefined
}

/** What may be a part of a name as it is; courts and clients choose the parts. */
const PLAIN = /^[A-Za-z0-9_-]{1,60}$/

/**
 * `recap/gov.uscourts.<court>.<case>/gov.uscourts.<court>.<case>.<number>.<attachment or 0>.pdf`;
 * the key of the document is added where the number cannot be a part of a
 * name, and where it is not the only one of that name.
 */
export function pdfPath(document: NamedDocument, { isUnique }: { isUnique: boolean }): string {
  const { id, court, caseId, docket, documentNumber, attachmentNumber } = document
  const ofCase = PLAIN.test(caseId ?? '') ? caseId : `docket-${docket}`
  const folder = `gov.uscourts.${court}.${ofCase}`
  const number = PLAIN.test(documentNumber) ? documentNumber : '0'
  const distinct = isUnique && number === documentNumber ? '' : `_${id}`
  return `recap/${folder}/${folder}.${number}.${attachmentNumber ?? 0}${distinct}.pdf`
}

/** Waits until no other transaction stores or removes the file of a path, and keeps others waiting. */
export async function lockPath(trx: TransactionClientContract, path: string): Promise<void> {
  await trx.rawQuery('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [
    `${ADVISORY_LOCK_NAMES.storedFile}${path}`,
  ])
}

/** Page on which staff seal a document. */
export const sealPath = (document: number | string) => `/admin/documents/${document}/seal/`
