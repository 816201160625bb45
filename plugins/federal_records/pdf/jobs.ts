/** Jobs of stored PDFs. */
import type { ApplicationService } from '@adonisjs/core/types'
import { defineJob, JOB_DEFAULTS } from '#app/jobs/define_job'
import { QUEUES } from './queues.js'
import type { QueuedFile } from './store_text.js'

/** The last attempt only says so: a file that ends its process must come to an end itself. */
const RETRIES = JOB_DEFAULTS.retryLimit

async function giveUp(app: ApplicationService, file: QueuedFile): Promise<void> {
  const { giveUpReading } = await import('./give_up.js')
  await giveUpReading(app, file)
}

export const readPdf = defineJob<QueuedFile>({
  name: QUEUES.read,
  retryLimit: RETRIES,
  handler: async (file, { app, signal, attempt }) => {
    if (attempt > RETRIES) return giveUp(app, file)
    const { readDocument } = await import('./read_document.js')
    const { stopReading } = await import('./pdf_reader.js')
    await untilAborted(signal, stopReading, () => readDocument(app, file))
  },
})

export const recognizePdf = defineJob<QueuedFile>({
  name: QUEUES.recognize,
  retryLimit: RETRIES,
  expireInSeconds: 7200,
  handler: async (file, { app, signal, attempt }) => {
    if (attempt > RETRIES) return giveUp(app, file)
    const { recognizeDocument } = await import('./recognize_document.js')
    const { stopRecognizing } = await import('./ocr_reader.js')
    await untilAborted(signal, stopRecognizing, () => recognizeDocument(app, file, signal))
  },
})

export const removeFiles = defineJob<{ paths: string[] }>({
  name: QUEUES.remove,
  handler: async ({ paths }, { app }) => {
    const { removeUnusedFiles } = await import('./remove_files.js')
    await removeUnusedFiles(app, paths)
  },
})

/** Ends a thread when the job's time is up, so that no work outlives the job. */
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
