/** Stores PDFs of documents (fetch-and-upload, 2.4). */
import { inject } from '@adonisjs/core'
import type { ApplicationService } from '@adonisjs/core/types'
import { DriveManager, type Disk } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import { findFileOnDisk, writtenDisks } from '#app/storage/disk_files'
import { removeFile, stageFile } from '#app/storage/saved_file'
import ArchiveDocument from '../models/archive_document.js'
import DocumentSeal from '../models/document_seal.js'
import DocumentText from '../models/document_text.js'
import { QUEUES, THUMBNAIL } from './codes.js'
import { lockPath } from './paths.js'
import { resolveDocumentPath, sameDocuments } from './same_documents.js'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { countPages } from './pdf_reader.js'

export interface ReceivedPdf {
  /** ID of the document (`archive_documents`). */
  document: number | string
  /** Path of the local file, which is copied; the caller deletes it. */
  file: string
  /**
   * Runs in the transaction just before COMMIT, for every outcome; a queue marks its row as done
   * here.
   */
  within?: (trx: TransactionClientContract, result: StoredPdf) => Promise<void>
  /** Runs in this transaction, which the caller must commit immediately after. */
  trx?: TransactionClientContract
}

export type StoredPdf =
  /** `documents`: IDs of all documents with the file, including in other dockets of the court. */
  | { outcome: 'stored'; sha1: string; documents: number[] }
  /** The archive already has this file; nothing was changed. */
  | { outcome: 'unchanged'; sha1: string; documents: [] }
  /** The document is sealed; the file wasn't stored. */
  | { outcome: 'sealed'; sha1: string; documents: [] }

/** A file that can't be stored; retrying doesn't help. */
export class PdfRefused extends Error {
  override name = 'PdfRefused'

  constructor(
    readonly reason: 'not_a_pdf' | 'no_such_document',
    message: string
  ) {
    super(message)
  }
}

/** Calls `PdfStore` for plugins that have only the application. */
export async function storePdf(
  { container }: ApplicationService,
  pdf: ReceivedPdf
): Promise<StoredPdf> {
  return (await container.make(PdfStore)).store(pdf)
}

@inject()
export class PdfStore {
  constructor(
    private database: Database,
    private drive: DriveManager<any>,
    private jobs: Jobs
  ) {}

  /**
   * Stores a PDF as the file of a document, and of the same document (court and registry document
   * ID) in other dockets. Sets sha1, file_size, page_count, is_available, date_upload,
   * filepath_local, is_sealed = false, and ocr_status = null; clears the text and thumbnail of the
   * previous file; and queues the job that reads the text. Everything happens in one transaction
   * with `within`. Consumers of the change log update prayers, alerts, webhooks, and search.
   *
   * Idempotent: the same file again returns `unchanged`, so jobs can repeat the call after a crash.
   *
   * @returns the result, after COMMIT unless the caller passed the transaction
   * @throws PdfRefused for a file without `%PDF-` in its first 1,024 bytes and for an unknown
   *   document; other errors can be retried
   */
  async store({
    document,
    file,
    within = async () => {},
    trx: given,
  }: ReceivedPdf): Promise<StoredPdf> {
    const inspected = await inspectPdf(file)
    if (!inspected) throw new PdfRefused('not_a_pdf', "The file isn't a PDF.")
    const disk = this.drive.use()
    const inTransaction = (work: (trx: TransactionClientContract) => Promise<StoredPdf>) =>
      given ? work(given) : this.database.transaction(work)

    const path = await resolveDocumentPath(given ?? this.database, document)
    if (!path) throw new PdfRefused('no_such_document', 'There is no such document.')
    const staged = await stageFile(disk, path, file)
    try {
      return await inTransaction(async (trx) => {
        await lockPath(trx, path)
        const storing = { disk, document: Number(document), path, inspected }
        const { result, replaced } = await store(trx, storing)
        await within(trx, result)
        if (replaced.length) await this.jobs.send(trx, QUEUES.remove, { paths: replaced })
        if (result.outcome === 'stored') {
          await this.jobs.send(trx, QUEUES.read, { path, sha1: inspected.sha1 })
          await staged.publish()
        }
        return result
      })
    } finally {
      await staged.discard()
    }
  }

  /** Deletes stored files that no document refers to. */
  async removeUnused(paths: readonly string[]): Promise<void> {
    const disks = writtenDisks(this.drive)
    for (const path of paths) {
      await this.database.transaction(async (trx) => {
        await lockPath(trx, path)
        const namedBy = await ArchiveDocument.query({ client: trx })
          .select('id')
          .where('filepathLocal', path)
          .orWhere('thumbnail', path)
          .first()
        if (!namedBy) for (const disk of disks) await removeFile(disk, path)
      })
    }
  }
}

interface Storing {
  disk: Disk
  document: number
  path: string
  inspected: InspectedPdf
}

async function store(
  trx: TransactionClientContract,
  { disk, document, path, inspected }: Storing
): Promise<{ result: StoredPdf; replaced: string[] }> {
  const { sha1 } = inspected
  const nothing = (outcome: 'unchanged' | 'sealed') => ({
    result: { outcome, sha1, documents: [] as [] },
    replaced: [],
  })
  const rows = await ArchiveDocument.locked(trx, await sameDocuments(trx, document))
  const own = rows.find(({ id }) => id === document)
  if (!own) throw new PdfRefused('no_such_document', 'There is no such document.')
  const seals = await DocumentSeal.query({ client: trx }).whereIn(
    'documentId',
    rows.map(({ id }) => id)
  )
  // A document that is sealed in one docket isn't stored in any.
  if (seals.length) return nothing('sealed')
  if (own.isAvailable && own.sha1 === sha1 && (await findFileOnDisk(disk, own.filepathLocal)))
    return nothing('unchanged')

  const before = own.filepathLocal
  const filled = rows.filter(
    (row) => row === own || !row.isAvailable || [before, path].includes(row.filepathLocal)
  )
  const replaced = new Set(
    filled.flatMap(({ filepathLocal, thumbnail }) => [filepathLocal, thumbnail ?? ''])
  )
  replaced.delete(path)
  replaced.delete('')
  for (const row of filled) await fill(trx, row, path, inspected)
  return {
    result: { outcome: 'stored', sha1, documents: filled.map(({ id }) => id) },
    replaced: [...replaced],
  }
}

async function fill(
  trx: TransactionClientContract,
  row: ArchiveDocument,
  path: string,
  { sha1, size, pages }: InspectedPdf
): Promise<void> {
  await row
    .merge({
      sha1,
      fileSize: size,
      pageCount: pages ?? row.pageCount,
      filepathLocal: path,
      isAvailable: true,
      isSealed: false,
      dateUpload: new Date(),
      ocrStatus: null,
      plainText: '',
      thumbnail: null,
      thumbnailStatus: THUMBNAIL.needed,
    })
    .save()
  await DocumentText.updateOrCreate(
    { documentId: row.id },
    { sha1, state: 'queued', reason: '', badRedactionPages: [] },
    { client: trx }
  )
}

/** Properties of a PDF that are read before its text. */
interface InspectedPdf {
  sha1: string
  size: number
  /** Null if unknown. */
  pages: number | null
}

/** The header of a PDF, and the bytes that must contain it (PDF 1.7, annex H.3.4.1). */
const MARK = '%PDF-'
const MARK_WITHIN = 1024

/** @returns undefined if the file isn't a PDF */
async function inspectPdf(file: string): Promise<InspectedPdf | undefined> {
  const hash = createHash('sha1')
  const head: Buffer[] = []
  let size = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    if (size < MARK_WITHIN) head.push(chunk)
    size += chunk.length
    hash.update(chunk)
  }
  const start = Buffer.concat(head).subarray(0, MARK_WITHIN)
  if (!start.includes(MARK)) return undefined
  return { sha1: hash.digest('hex'), size, pages: await countPages(file) }
}
