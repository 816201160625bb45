/** Documents with PDFs, for tests. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { Jobs } from '#app/jobs/jobs'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import ArchiveDocument from '../models/archive_document.js'
import DocumentText from '../models/document_text.js'
import { QUEUES } from '../pdf/codes.js'
import { storePdf, type StoredPdf } from '../pdf/store_pdf.js'

const folder = makeTemporaryFolder()
let files = 0

/** Stores a PDF of these bytes with a document. */
export function store(document: number, bytes: Buffer): Promise<StoredPdf> {
  const file = join(folder, `${++files}.pdf`)
  writeFileSync(file, bytes)
  return storePdf(app, { document, file })
}

/** Runs the jobs that read files, but not OCR jobs. */
export async function readQueued(): Promise<void> {
  await (await app.container.make(Jobs)).runWaiting(QUEUES.read)
}

export async function recognizeQueued(): Promise<void> {
  await (await app.container.make(Jobs)).runWaiting(QUEUES.recognize)
}

export interface TextRow {
  text: string
  ocr: number | null
  state: string
  reason: string
  redactions: number[]
  pages: number | null
}

/** The stored text of a document and its status. */
export async function loadDocumentText(document: number): Promise<TextRow> {
  const row = await ArchiveDocument.findOrFail(document)
  const of = await DocumentText.findOrFail(document)
  return {
    text: row.plainText,
    ocr: row.ocrStatus,
    state: of.state,
    reason: of.reason,
    redactions: of.badRedactionPages,
    pages: row.pageCount,
  }
}
