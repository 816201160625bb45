/**
 * Reads and links texts in a thread of their own, within bounds of time and
 * memory.
 */
import { TaskFailed, TaskTooHard } from '#app/support/tasks/task_errors'
import type { TaskLane } from '#app/support/tasks/task_lane'
import { taskModule } from '#app/support/tasks/task_module'
import { taskPool } from '#app/support/tasks/tasks'
import type { Link } from './link_text.js'
import type { CitedCase } from './read_text.js'
import type { TextResult, TextTask, TextToRead } from './text_thread.js'

/** A text that is too much for the thread: what it had read is lost. */
export class TextTooHard extends Error {
  override name = 'TextTooHard'
}

const MODULE = taskModule<typeof import('./text_thread.js')>(
  new URL('./text_thread', import.meta.url)
)

export class TextReader {
  readonly #lane: TaskLane
  /** Read and not forgotten, for a thread that replaces another. */
  readonly #texts = new Map<number, TextToRead>()

  /** @param deadline milliseconds for one step with one text */
  constructor(deadline = 60_000) {
    this.#lane = taskPool.lane({
      name: 'linking',
      work: 'background',
      threads: 1,
      megabytes: 1024,
      deadline,
      idle: 60_000,
    })
  }

  /**
   * Reads a text and keeps it for `link`.
   *
   * @throws TextTooHard
   */
  async read(key: number, text: string, isHtml: boolean): Promise<readonly CitedCase[]> {
    const given = { key, text, isHtml }
    this.#texts.set(key, given)
    const result = await this.#run({ kind: 'read', ...given })
    return 'cases' in result ? result.cases : []
  }

  /**
   * A text that was read, as HTML with links.
   *
   * @param links by the places of its cases
   * @throws TextTooHard
   */
  async link(key: number, links: (Link | null)[]): Promise<string> {
    const result = await this.#run({ kind: 'link', ...this.#texts.get(key)!, links })
    return 'html' in result ? result.html : ''
  }

  /** Forgets the texts it keeps. */
  forget(): void {
    this.#texts.clear()
    if (this.#lane.isRunning) this.#run({ kind: 'forget' }).catch(() => {})
  }

  close(): Promise<void> {
    return this.#lane.close()
  }

  async #run(task: TextTask): Promise<TextResult> {
    try {
      return await this.#lane.run(MODULE, task)
    } catch (error) {
      if (error instanceof TaskTooHard) throw new TextTooHard(error.message)
      if (!(error instanceof TaskFailed)) throw error
      await this.close()
      throw new TextTooHard(error.message)
    }
  }
}
