import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import ArchiveDocument from '../models/archive_document.js'
import DocumentText, { type TextState } from '../models/document_text.js'
import { THUMBNAIL, type TextReason } from './codes.js'

/** A file as it was when its reading was queued. */
export interface QueuedFile {
  path: string
  sha1: string
}

export interface TextOutcome {
  state: TextState
  reason: TextReason | ''
  ocrStatus: number
  /** Undefined leaves the text as it is. */
  text?: string
  /** How many pages there are, for documents where that is not known. */
  pageCount?: number
  hiddenTextPages?: number[]
  /** Path of the thumbnail, null where there is none; undefined leaves it as it is. */
  thumbnail?: string | null
}

/**
 * Stores the outcome of reading a file with all documents that have it.
 *
 * @returns keys of these documents; none when the file was replaced or sealed meanwhile
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
    // Not read before: every text counts as a change.
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

/** Whether a document still has this file; in a transaction, until that ends. */
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
