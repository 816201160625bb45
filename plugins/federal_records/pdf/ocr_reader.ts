/** Recognizes pages (OCR) in a thread, one at a time, with limits of time and memory. */
import { TaskFailed, TaskTooHard } from '#app/support/tasks/task_errors'
import { taskModule } from '#app/support/tasks/task_module'
import { taskPool } from '#app/support/tasks/tasks'
import settings from '../settings.js'

/** Milliseconds per page, including the start of the thread; most take a few seconds. */
const DEADLINE = 180_000
const MEGABYTES = 1024
/** Milliseconds until an idle thread ends, because it uses a few hundred megabytes. */
const IDLE = 30_000

/** Maximum growth of the process in bytes while a page is recognized. */
const MAX_GROWTH = 1536 * 1024 * 1024

const MODULE = taskModule<typeof import('./thread/ocr_thread.js')>(
  new URL('./thread/ocr_thread', import.meta.url)
)
const lane = taskPool.lane({
  name: 'ocr',
  work: 'background',
  threads: 1,
  deadline: DEADLINE,
  megabytes: MEGABYTES,
  idle: IDLE,
})

/**
 * Recognizes the text of a page.
 *
 * @param page from 1
 * @returns null if the page can't be recognized
 * @throws if the thread is closed
 */
export async function recognizePage(
  file: string,
  sha1: string,
  page: number
): Promise<string | null> {
  const { ocrLanguages: languages, ocrData: data } = settings
  try {
    return await lane.run(MODULE, { file, sha1, page, languages, data }, { growth: MAX_GROWTH })
  } catch (error) {
    if (error instanceof TaskTooHard || error instanceof TaskFailed) return null
    throw error
  }
}

/** Ends running recognition, such as when the process stops. */
export function stopRecognizing(): Promise<void> {
  return lane.close()
}
