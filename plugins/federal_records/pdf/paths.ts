import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ADVISORY_LOCK_NAMES } from '#app/support/advisory_locks'

/** Storage paths of document files (fetch-and-upload, 2.4). */

export interface NamedDocument {
  id: string
  court: string
  /** The court system's case ID; null if unknown. */
  caseId: string | null
  docket: string
  documentNumber: string
  attachmentNumber: number | null
}

/** Maximum characters of a thumbnail's path (`archive_documents.thumbnail`). */
const MAX_THUMBNAIL_LENGTH = 100

/** The storage path of a file's thumbnail; undefined if it would be too long. */
export function thumbnailPath(file: string): string | undefined {
  const path = file.replace(/(?:\.pdf)?$/, '.thumb.png')
  return path.length <= MAX_THUMBNAIL_LENGTH ? path : undefined
}

/** Valid parts of a file name; courts and clients choose them. */
const PLAIN = /^[A-Za-z0-9_-]{1,60}$/

/**
 * `recap/gov.uscourts.<court>.<case>/gov.uscourts.<court>.<case>.<number>.<attachment or 0>.pdf`;
 * the document ID is appended if the number isn't valid in a file name or isn't unique.
 */
export function pdfPath(document: NamedDocument, { isUnique }: { isUnique: boolean }): string {
  const { id, court, caseId, docket, documentNumber, attachmentNumber } = document
  const ofCase = PLAIN.test(caseId ?? '') ? caseId : `docket-${docket}`
  const folder = `gov.uscourts.${court}.${ofCase}`
  const number = PLAIN.test(documentNumber) ? documentNumber : '0'
  const distinct = isUnique && number === documentNumber ? '' : `_${id}`
  return `recap/${folder}/${folder}.${number}.${attachmentNumber ?? 0}${distinct}.pdf`
}

/** Locks a path against other transactions that store or delete its file. */
export async function lockPath(trx: TransactionClientContract, path: string): Promise<void> {
  await trx.rawQuery('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [
    `${ADVISORY_LOCK_NAMES.storedFile}${path}`,
  ])
}

/** The path of the page where staff seal a document. */
export const sealPath = (document: number | string) => `/admin/documents/${document}/seal/`
