/** Uploads of PDFs (fetch-and-upload, 2.4). */
import { findOrMakeDocument, PdfRefused, storePdf } from '#plugins/federal_records/public/documents'
import { STATUS } from '../codes.js'
import type Upload from '../models/upload.js'
import { keepResult } from './keep_result.js'
import { finishUpload, UploadRefused, WorthRetrying, type Outcome } from './outcome.js'
import type { Work } from './work.js'

const SAID = {
  stored: 'The PDF was stored.',
  unchanged: 'The archive has this PDF already.',
  sealed: 'The document is sealed; the PDF was not kept.',
} as const

const MISSING = {
  docket: 'The archive does not have the docket of this document yet.',
  entry: 'The archive does not have the docket entry of this document yet.',
} as const

/** Stores the PDF of an upload with its document. */
export async function processPdf({ app, upload, file }: Work): Promise<void> {
  const database = await app.container.make('lucid.db')
  const found = await database.transaction((trx) =>
    upload.debug
      ? trx.transaction(async (inner) => {
          const place = await findOrMakeDocument(inner, wantedOf(upload))
          await inner.rollback()
          return place
        })
      : findOrMakeDocument(trx, wantedOf(upload))
  )
  if ('missing' in found) throw new WorthRetrying(MISSING[found.missing])
  const { docket, entry, document } = found
  const done = (message: string): Outcome => ({ status: STATUS.done, message })
  if (upload.debug) {
    await keepResult(upload, { kind: 'pdf', docket, docket_entry: entry })
    await database.transaction((trx) =>
      finishUpload(app, trx, upload.id, done('Checked; nothing was saved.'))
    )
    return
  }
  try {
    await storePdf(app, {
      document,
      file,
      within: (trx, { outcome }) =>
        finishUpload(app, trx, upload.id, { ...done(SAID[outcome]), docket, entry, document }),
    })
  } catch (error) {
    if (!(error instanceof PdfRefused)) throw error
    throw new UploadRefused(STATUS.invalid, error.message)
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
