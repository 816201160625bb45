/** Reads PDFs in threads, with limits of time and memory. */
import { stat } from 'node:fs/promises'
import { TaskFailed, TaskPoolClosed, TaskTooHard } from '#app/support/tasks/task_errors'
import { taskModule } from '#app/support/tasks/task_module'
import { taskPool } from '#app/support/tasks/tasks'
import type { PdfAnswer, PdfTask, ReadPdf } from './thread/pdf_thread.js'
import type { UnreadableReason } from '#app/support/page_texts'

export type PdfReading = ReadPdf | { unreadable: UnreadableReason | 'too_large' | 'too_hard' }

const MODULE = taskModule<typeof import('./thread/pdf_thread.js')>(
  new URL('./thread/pdf_thread', import.meta.url)
)
/** Maximum bytes of a file, which is in memory twice. */
const MAX_FILE_SIZE = 256 * 1024 * 1024
/** Milliseconds per file; 2,000 pages take about ten seconds. */
const DEADLINES = { count: 30_000, read: 600_000 }
const MEGABYTES = 2048
/** Milliseconds. */
const IDLE = 30_000

/** Maximum growth of the process in bytes while a file is read. */
const MAX_GROWTH = 1536 * 1024 * 1024

const laneOf = (name: string, deadline: number) =>
  taskPool.lane({
    name,
    work: 'background',
    threads: 1,
    megabytes: MEGABYTES,
    deadline,
    idle: IDLE,
  })

/** A separate lane, so that uploads can count pages while a long file is read. */
const lanes = {
  count: laneOf('pdf_pages', DEADLINES.count),
  read: laneOf('pdf_text', DEADLINES.read),
}

/** Another file may have ended the thread; the text job counts again. */
const COUNT_ENDED = [TaskTooHard, TaskFailed, TaskPoolClosed]

/** @returns null if the number of pages is unknown or the file exceeds the limits */
export async function countPages(file: string): Promise<number | null> {
  const answer = await quickly({ kind: 'count', file })
  return answer && 'count' in answer ? answer.count : null
}

/** @returns the text of the first page; empty if it has none or exceeds the limits */
export async function firstPageText(file: string): Promise<string> {
  const answer = await quickly({ kind: 'first', file })
  return answer && 'first' in answer ? answer.first : ''
}

/** @returns undefined if the file exceeds the limits */
async function quickly(task: PdfTask): Promise<PdfAnswer | undefined> {
  if ((await stat(task.file)).size > MAX_FILE_SIZE) return undefined
  try {
    return await lanes.count.run(MODULE, task, { growth: MAX_GROWTH })
  } catch (error) {
    if (COUNT_ENDED.some((kind) => error instanceof kind)) return undefined
    throw error
  }
}

/**
 * Reads the text of the pages of a PDF and its properties.
 *
 * @param limits deadline in milliseconds and memory growth in bytes, for tests
 * @throws if the thread is closed or the file was deleted
 */
export async function readPdfFile(
  file: string,
  limits: { deadline?: number; growth?: number } = {}
): Promise<PdfReading> {
  if ((await stat(file)).size > MAX_FILE_SIZE) return { unreadable: 'too_large' }
  try {
    const answer = await lanes.read.run(
      MODULE,
      { kind: 'read', file },
      { growth: MAX_GROWTH, ...limits }
    )
    return answer as PdfReading
  } catch (error) {
    if (error instanceof TaskTooHard) return { unreadable: 'too_hard' }
    if (error instanceof TaskFailed) return { unreadable: 'damaged' }
    throw error
  }
}

/** Ends running reads, such as when the process stops. */
export function stopReading(): Promise<void> {
  return lanes.read.close()
}
