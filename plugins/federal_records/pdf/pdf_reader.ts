/** Reads PDFs in threads, within bounds of time and memory. */
import { stat } from 'node:fs/promises'
import { TaskFailed, TaskThread, TaskThreadClosed, TaskTooHard } from '#app/support/task_thread'
import type { PdfAnswer, PdfTask, ReadPdf } from './thread/pdf_thread.js'
import type { UnreadableReason } from './thread/page_texts.js'
import { runWithinMemory } from './within_memory.js'

export type PdfReading = ReadPdf | { unreadable: UnreadableReason | 'too_large' | 'too_hard' }

const MODULE = new URL('./thread/pdf_thread', import.meta.url)
/** Bytes of a file that is opened: it is in memory as a whole, twice. */
const MAX_FILE_SIZE = 256 * 1024 * 1024
/** Milliseconds: 2,000 pages take some ten seconds. */
const DEADLINES = { count: 30_000, read: 600_000 }
const MEGABYTES = 2048
/** Milliseconds. */
const IDLE = 30_000

/** Uploads count the pages of theirs while the text of a long one is read. */
const threads = {
  count: new TaskThread<PdfTask, PdfAnswer>(MODULE, {
    deadline: DEADLINES.count,
    megabytes: MEGABYTES,
    idle: IDLE,
  }),
  read: new TaskThread<PdfTask, PdfAnswer>(MODULE, {
    deadline: DEADLINES.read,
    megabytes: MEGABYTES,
    idle: IDLE,
  }),
}

/** Another file may have ended the thread: the text job counts again. */
const COUNT_ENDED = [TaskTooHard, TaskFailed, TaskThreadClosed]

/** @returns null where the file does not say, or is too much to ask */
export async function countPages(file: string): Promise<number | null> {
  const answer = await quickly({ kind: 'count', file })
  return answer && 'count' in answer ? answer.count : null
}

/** @returns the text of the first page; blank where it has none, or is too much to ask */
export async function firstPageText(file: string): Promise<string> {
  const answer = await quickly({ kind: 'first', file })
  return answer && 'first' in answer ? answer.first : ''
}

/** @returns undefined where the file is too much to ask */
async function quickly(task: PdfTask): Promise<PdfAnswer | undefined> {
  if ((await stat(task.file)).size > MAX_FILE_SIZE) return undefined
  try {
    return await runWithinMemory(threads.count, task)
  } catch (error) {
    if (COUNT_ENDED.some((kind) => error instanceof kind)) return undefined
    throw error
  }
}

/**
 * The text of the pages of a PDF, and what was noticed.
 *
 * @param limits deadline in milliseconds, growth of the process in bytes; for tests
 * @throws when its thread is closed, or the file is gone
 */
export async function readPdfFile(
  file: string,
  limits: { deadline?: number; growth?: number } = {}
): Promise<PdfReading> {
  if ((await stat(file)).size > MAX_FILE_SIZE) return { unreadable: 'too_large' }
  try {
    return (await runWithinMemory(threads.read, { kind: 'read', file }, limits)) as PdfReading
  } catch (error) {
    if (error instanceof TaskTooHard) return { unreadable: 'too_hard' }
    if (error instanceof TaskFailed) return { unreadable: 'damaged' }
    throw error
  }
}

/** Ends what is read at the moment, as when the process stops. */
export function stopReading(): Promise<void> {
  return threads.read.close()
}
