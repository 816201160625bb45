/** Uploads of zips with documents of one entry (fetch-and-upload, 2.4). */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import { rm } from 'node:fs/promises'
import { STATUS, TYPE } from '../codes.js'
import Upload from '../models/upload.js'
import { keepUpload } from '../upload_file.js'
import { keepResult } from './keep_result.js'
import { finishUpload, lockUpload, UploadRefused } from './outcome.js'
import type { Work } from './work.js'
import { readZip, type ZippedPdf } from './read_zip.js'

/** Skipped members a message names. */
const NAMED = 20

/** Makes an upload of each PDF in a zip. */
export async function processZip({ app, upload, file }: Work): Promise<void> {
  const { pdfs, skipped } = await readZip(file)
  const files: Awaited<ReturnType<typeof keepUpload>>[] = []
  try {
    if (!pdfs.length)
      throw new UploadRefused(STATUS.invalid, `The zip has no PDF.${notRead(skipped)}`)
    await keepResult(upload, {
      kind: 'zip',
      documents: pdfs.map(({ number, attachment }) => ({
        document_number: number,
        attachment_number: attachment,
      })),
      skipped,
    })
    for (const { path } of pdfs) files.push(await keepUpload({ path }))
    const database = await app.container.make('lucid.db')
    const jobs = await app.container.make(Jobs)
    await database.transaction(async (trx) => {
      const open = await lockUpload(trx, upload.id)
      if (open?.status !== STATUS.processing) return
      if (upload.debug) {
        const message = `${pdfs.length} PDFs; nothing was saved.${notRead(skipped)}`
        return finishUpload(app, trx, upload.id, { status: STATUS.done, message })
      }
      const ids: number[] = []
      for (const [place, pdf] of pdfs.entries()) {
        const { id } = await addMember(trx, upload, { pdf, path: files[place]!.value })
        await jobs.send(trx, 'upload.process', { upload: String(id) })
        ids.push(id)
      }
      const message = `Uploads made of the PDFs in the zip: ${ids.join(', ')}.${notRead(skipped)}`
      await finishUpload(app, trx, upload.id, { status: STATUS.done, message })
      for (const { publish } of files) await publish()
    })
  } finally {
    for (const { discard } of files) await discard()
    for (const { path } of pdfs) await rm(path, { force: true })
  }
}

function addMember(
  trx: TransactionClientContract,
  zip: Upload,
  { pdf: { number, attachment }, path }: { pdf: ZippedPdf; path: string }
): Promise<Upload> {
  const { courtId, uploaderId, registryCaseId, registryDocId, acmsDocumentGuid } = zip
  // The IDs a client sends are those of one document: any other member with them would replace its file.
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
