/**
 * Reads and links texts in a separate thread with limits on time and memory.
 */
import { TaskFailed, TaskTooHard } from '#app/support/tasks/task_errors'
import type { TaskLane } from '#app/support/tasks/task_lane'
import { taskModule } from '#app/support/tasks/task_module'
import { taskPool } from '#app/support/tasks/tasks'
import type { Link } from './link_text.js'
import type { TextAuthorities, TextResult, TextTask, TextToRead } from './text_thread.js'

/** A text that exceeds the limits of the thread, whose state is lost. */
export class TextTooHard extends Error {
  override name = 'TextTooHard'
}

const MODULE = taskModule<typeof import('./text_thread.js')>(
  new URL('./text_thread', import.meta.url)
)

export class TextReader {
  readonly #lane: TaskLane
  /** Texts in use, for a replacement thread. */
  readonly #texts = new Map<number, TextToRead>()

  /** @param deadline timeout of a step with one text in milliseconds */
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
   * Reads a text and caches it for `link`.
   *
   * @throws TextTooHard
   */
  async read(key: number, text: string, isHtml: boolean): Promise<TextAuthorities> {
    const given = { key, text, isHtml }
    this.#texts.set(key, given)
    const result = await this.#run({ kind: 'read', ...given })
    return 'cases' in result ? result : { cases: [], statutes: [] }
  }

  /**
   * Returns a text as HTML with links.
   *
   * @param links links indexed by case
   * @throws TextTooHard
   */
  async link(key: number, links: (Link | null)[]): Promise<string> {
    const result = await this.#run({ kind: 'link', ...this.#texts.get(key)!, links })
    return 'html' in result ? result.html : ''
  }

  /** Clears the cached texts. */
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
