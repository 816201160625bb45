/** Jobs of stored PDFs. */
import type { ApplicationService } from '@adonisjs/core/types'
import { defineJob, JOB_DEFAULTS } from '#app/jobs/define_job'
import { QUEUES } from './codes.js'
import type { QueuedFile } from './store_text.js'

/** The last attempt only marks the file as failed, in case reading it crashes the process. */
const RETRIES = JOB_DEFAULTS.retryLimit

async function giveUp(app: ApplicationService, file: QueuedFile): Promise<void> {
  const { DocumentReader } = await import('./read_document.js')
  await (await app.container.make(DocumentReader)).giveUp(file)
}

export const readPdf = defineJob<QueuedFile>({
  name: QUEUES.read,
  retryLimit: RETRIES,
  handler: async (file, { app, signal, attempt }) => {
    if (attempt > RETRIES) return giveUp(app, file)
    const { DocumentReader } = await import('./read_document.js')
    const { stopReading } = await import('./pdf_reader.js')
    const reader = await app.container.make(DocumentReader)
    await untilAborted(signal, stopReading, () => reader.read(file))
  },
})

export const recognizePdf = defineJob<QueuedFile>({
  name: QUEUES.recognize,
  retryLimit: RETRIES,
  expireInSeconds: 7200,
  handler: async (file, { app, signal, attempt }) => {
    if (attempt > RETRIES) return giveUp(app, file)
    const { DocumentRecognizer } = await import('./recognize_document.js')
    const { stopRecognizing } = await import('./ocr_reader.js')
    const recognizer = await app.container.make(DocumentRecognizer)
    await untilAborted(signal, stopRecognizing, () => recognizer.recognize(file, signal))
  },
})

export const removeFiles = defineJob<{ paths: string[] }>({
  name: QUEUES.remove,
  handler: async ({ paths }, { app }) => {
    const { PdfStore } = await import('./store_pdf.js')
    await (await app.container.make(PdfStore)).removeUnused(paths)
  },
})

/** Ends the thread when the job is aborted, so that no work outlives the job. */
async function untilAborted(
  signal: AbortSignal,
  stop: () => Promise<void>,
  work: () => Promise<void>
): Promise<void> {
  const end = () => void stop()
  signal.addEventListener('abort', end, { once: true })
  try {
    await work()
  } finally {
    signal.removeEventListener('abort', end)
  }
}

export default [readPdf, recognizePdf, removeFiles]
