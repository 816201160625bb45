import { TaskTooHard } from '#app/support/tasks/task_errors'
import type { TaskLane } from '#app/support/tasks/task_lane'
import { taskModule } from '#app/support/tasks/task_module'
import { taskPool } from '#app/support/tasks/tasks'
import type { PageReading } from '#app/court_pages/read_page'

/** A reading, or `too_hard` if the page took too long or too much memory. */
export type ThreadReading = PageReading | { outcome: 'too_hard' }

/** Milliseconds per page; pages of real courts take a few hundredths of a second. */
const DEADLINE = 60_000
const MEGABYTES = 1024
const IDLE = 60_000
const MODULE = taskModule<typeof import('./page_thread.js')>(
  new URL('./page_thread', import.meta.url)
)

/**
 * Parses court pages in a thread, one at a time, with limits of time and memory. The thread starts
 * with the first page and ends after a minute without pages.
 */
export class PageReader {
  readonly #lane: TaskLane

  /**
   * @param deadline milliseconds per page
   * @param megabytes memory of the thread
   */
  constructor(deadline = DEADLINE, megabytes = MEGABYTES) {
    this.#lane = taskPool.lane({
      name: 'court_pages',
      work: 'background',
      threads: 1,
      deadline,
      megabytes,
      idle: IDLE,
    })
  }

  /**
   * Detects the kind of a page and parses it.
   *
   * @param bytes a page, a feed, a response in JSON or XML, or an email with its headers
   * @param court the court's ID in the court system
   * @returns the kind and the result, or a named outcome
   * @throws TaskFailed on a bug in a parser; TaskPoolClosed
   */
  async read(bytes: Uint8Array, court: string): Promise<ThreadReading> {
    try {
      return await this.#lane.run(MODULE, { bytes, court })
    } catch (error) {
      if (error instanceof TaskTooHard) return { outcome: 'too_hard' }
      throw error
    }
  }

  /** Ends the thread; running and queued pages fail with TaskPoolClosed. */
  close(): Promise<void> {
    return this.#lane.close()
  }
}

const shared = new PageReader()

/** {@link PageReader.read} in the shared thread of this process. */
export const parseInThread = (bytes: Uint8Array, court: string): Promise<ThreadReading> =>
  shared.read(bytes, court)
