import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import ArchiveDocument from '../models/archive_document.js'
import DocumentText, { type TextState } from '../models/document_text.js'
import { THUMBNAIL, type TextReason } from './codes.js'

/** A file at the time when its job was queued. */
export interface QueuedFile {
  path: string
  sha1: string
}

export interface TextOutcome {
  state: TextState
  reason: TextReason | ''
  ocrStatus: number
  /** Undefined keeps the existing text. */
  text?: string
  /** Number of pages, for documents without one. */
  pageCount?: number
  hiddenTextPages?: number[]
  /** Path of the thumbnail, or null; undefined keeps the existing one. */
  thumbnail?: string | null
}

/**
 * Stores the outcome with all documents that have the file.
 *
 * @returns IDs of these documents; empty if the file was replaced or sealed in the meantime
 */
export async function storeText(
  trx: TransactionClientContract,
  { path, sha1 }: QueuedFile,
  { state, reason, ocrStatus, text, pageCount, hiddenTextPages, thumbnail }: TextOutcome
): Promise<number[]> {
  const ids = await documentsWith(trx, { path, sha1 })
  const documents = (await ArchiveDocument.locked(trx, ids)).filter(
    (document) => document.filepathLocal === path && document.sha1 === sha1
  )
  for (const document of documents) {
    document.merge({ ocrStatus, pageCount: document.pageCount ?? pageCount ?? null })
    if (thumbnail !== undefined)
      document.merge({ thumbnail, thumbnailStatus: thumbnail ? THUMBNAIL.done : THUMBNAIL.failed })
    // The previous text isn't loaded, so any text counts as a change.
    if (text !== undefined) document.plainText = text
    await document.save()
    await DocumentText.updateOrCreate(
      { documentId: document.id },
      { sha1, state, reason, ...(hiddenTextPages && { badRedactionPages: hiddenTextPages }) },
      { client: trx }
    )
  }
  return documents.map(({ id }) => id)
}

async function documentsWith(
  trx: TransactionClientContract,
  { path, sha1 }: QueuedFile
): Promise<number[]> {
  const found = await ArchiveDocument.query({ client: trx })
    .select('id')
    .where({ filepathLocal: path, sha1 })
  return found.map(({ id }) => id)
}

/** Whether a document still has this file; locks it if in a transaction. */
export async function isCurrent(
  { path, sha1 }: QueuedFile,
  client?: TransactionClientContract
): Promise<boolean> {
  const query = ArchiveDocument.query({ client })
    .select('id')
    .where({ filepathLocal: path, sha1, isAvailable: true })
    .if(client, (found) => found.forUpdate())
  return (await query.first()) !== null
}
