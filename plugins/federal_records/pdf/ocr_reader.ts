/** Recognizes pages in a thread, one after the other, within bounds of time and memory. */
import { TaskFailed, TaskThread, TaskTooHard } from '#app/support/task_thread'
import settings from '../settings.js'
import type { OcrTask } from './thread/ocr_thread.js'
import { runWithinMemory } from './within_memory.js'

/** Milliseconds for a page, the start of the thread included; most take a few seconds. */
const DEADLINE = 180_000
const MEGABYTES = 1024
/** Milliseconds: it holds some hundred megabytes. */
const IDLE = 30_000

const thread = new TaskThread<OcrTask, string>(new URL('./thread/ocr_thread', import.meta.url), {
  deadline: DEADLINE,
  megabytes: MEGABYTES,
  idle: IDLE,
})

/**
 * The text of a page.
 *
 * @param page from 1
 * @returns null for a page that cannot be recognized
 * @throws when the thread is closed
 */
export async function recognizePage(
  file: string,
  sha1: string,
  page: number
): Promise<string | null> {
  const { ocrLanguages: languages, ocrData: data } = settings
  try {
    return await runWithinMemory(thread, { file, sha1, page, languages, data })
  } catch (error) {
    if (error instanceof TaskTooHard || error instanceof TaskFailed) return null
    throw error
  }
}

/** Ends what is recognized at the moment, as when the process stops. */
export function stopRecognizing(): Promise<void> {
  return thread.close()
}
