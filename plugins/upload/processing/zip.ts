/** Uploads of ZIP files with the documents of an entry (fetch-and-upload, 2.4). */
import { inject } from '@adonisjs/core'
import { DriveManager } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import { rm } from 'node:fs/promises'
import { STATUS, TYPE } from '../codes.js'
import Upload from '../models/upload.js'
import { keepUpload } from '../upload_file.js'
import { keepResult, lockUpload, UploadQueue, UploadRefused, type Work } from './outcome.js'
import { readZip, type ZippedPdf } from './read_zip.js'

/** Maximum number of skipped members in a message. */
const NAMED = 20

/** Creates an upload for each PDF in an uploaded ZIP file. */
@inject()
export class ZipUploads {
  constructor(
    private database: Database,
    private jobs: Jobs,
    private drive: DriveManager<any>,
    private queue: UploadQueue
  ) {}

  async process({ upload, file }: Work): Promise<void> {
    const { pdfs, skipped } = await readZip(file)
    const files: Awaited<ReturnType<typeof keepUpload>>[] = []
    try {
      if (!pdfs.length)
        throw new UploadRefused(STATUS.invalid, `The ZIP file has no PDF.${notRead(skipped)}`)
      await keepResult(upload, {
        kind: 'zip',
        documents: pdfs.map(({ number, attachment }) => ({
          document_number: number,
          attachment_number: attachment,
        })),
        skipped,
      })
      for (const { path } of pdfs) files.push(await keepUpload(this.drive.use(), { path }))
      await this.database.transaction(async (trx) => {
        const open = await lockUpload(trx, upload.id)
        if (open?.status !== STATUS.processing) return
        if (upload.debug) {
          const message = `${pdfs.length} PDFs; nothing was saved.${notRead(skipped)}`
          return this.queue.finish(trx, upload.id, { status: STATUS.done, message })
        }
        const ids: number[] = []
        for (const [place, pdf] of pdfs.entries()) {
          const { id } = await addMember(trx, upload, { pdf, path: files[place]!.value })
          await this.jobs.send(trx, 'upload.process', { upload: String(id) })
          ids.push(id)
        }
        const message = `Created uploads for the PDFs: ${ids.join(', ')}.${notRead(skipped)}`
        await this.queue.finish(trx, upload.id, { status: STATUS.done, message })
        for (const { publish } of files) await publish()
      })
    } finally {
      for (const { discard } of files) await discard()
      for (const { path } of pdfs) await rm(path, { force: true })
    }
  }
}

function addMember(
  trx: TransactionClientContract,
  zip: Upload,
  { pdf: { number, attachment }, path }: { pdf: ZippedPdf; path: string }
): Promise<Upload> {
  const { courtId, uploaderId, registryCaseId, registryDocId, acmsDocumentGuid } = zip
  // The client's IDs belong to one document; another member with these IDs would replace its file.
  const isNamed = number === zip.documentNumber && attachment === (zip.attachmentNumber || null)
  return Upload.create(
    {
      courtId,
      uploaderId,
      registryCaseId,
      registryDocId: isNamed ? registryDocId : '',
      acmsDocumentGuid: isNamed ? acmsDocumentGuid : '',
      documentNumber: number,
      attachmentNumber: attachment,
      filepathLocal: path,
      uploadType: TYPE.pdf,
      status: STATUS.queued,
      retries: 0,
      parentId: zip.id,
    },
    { client: trx }
  )
}

function notRead(skipped: string[]): string {
  if (!skipped.length) return ''
  const more = skipped.length > NAMED ? ` and ${skipped.length - NAMED} more` : ''
  return ` Skipped: ${skipped.slice(0, NAMED).join(', ')}${more}.`
}
