/** Uploads of PDFs (fetch-and-upload, 2.4). */
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import {
  findOrCreateDocument,
  PdfRefused,
  PdfStore,
} from '#plugins/federal_records/public/documents'
import { STATUS } from '../codes.js'
import type Upload from '../models/upload.js'
import {
  keepResult,
  UploadQueue,
  UploadRefused,
  RetryableUploadError,
  type Outcome,
  type Work,
} from './outcome.js'

const MESSAGES = {
  stored: 'The PDF was stored.',
  unchanged: 'The archive already has this PDF.',
  sealed: "The document is sealed; the PDF wasn't stored.",
} as const

const MISSING = {
  docket: "The archive doesn't have the docket of this document yet.",
  entry: "The archive doesn't have the docket entry of this document yet.",
} as const

/** Stores uploaded PDFs with their documents. */
@inject()
export class PdfUploads {
  constructor(
    private database: Database,
    private queue: UploadQueue,
    private pdfs: PdfStore
  ) {}

  async process({ upload, file }: Work): Promise<void> {
    const found = await this.database.transaction((trx) =>
      upload.debug
        ? trx.transaction(async (inner) => {
            const place = await findOrCreateDocument(inner, wantedOf(upload))
            await inner.rollback()
            return place
          })
        : findOrCreateDocument(trx, wantedOf(upload))
    )
    if ('missing' in found) throw new RetryableUploadError(MISSING[found.missing])
    const { docket, entry, document } = found
    const done = (message: string): Outcome => ({ status: STATUS.done, message })
    if (upload.debug) {
      await keepResult(upload, { kind: 'pdf', docket, docket_entry: entry })
      await this.database.transaction((trx) =>
        this.queue.finish(trx, upload.id, done('Checked; nothing was saved.'))
      )
      return
    }
    try {
      await this.pdfs.store({
        document,
        file,
        within: (trx, { outcome }) =>
          this.queue.finish(trx, upload.id, {
            ...done(MESSAGES[outcome]),
            docket,
            entry,
            document,
          }),
      })
    } catch (error) {
      if (!(error instanceof PdfRefused)) throw error
      throw new UploadRefused(STATUS.invalid, error.message)
    }
  }
}

function wantedOf(upload: Upload) {
  return {
    court: upload.courtId,
    caseId: upload.registryCaseId,
    documentId: upload.registryDocId,
    guid: upload.acmsDocumentGuid,
    number: upload.documentNumber,
    attachment: upload.attachmentNumber || null,
  }
}
