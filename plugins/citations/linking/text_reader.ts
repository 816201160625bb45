/**
 * Reads and links texts in a thread of their own, within bounds of time and
 * memory.
 */
import { TaskFailed, TaskThread, TaskTooHard } from '#app/support/task_thread'
import type { Link } from './link_text.js'
import type { CitedCase } from './read_text.js'
import type { TextResult, TextTask } from './text_thread.js'

/** A text that is too much for the thread: what it had read is lost. */
export class TextTooHard extends Error {
  override name = 'TextTooHard'
}

export class TextReader {
  readonly #thread: TaskThread<TextTask, TextResult>

  /** @param longest milliseconds for one step with one text */
  constructor(longest = 60_000) {
    this.#thread = new TaskThread(new URL('./text_thread', import.meta.url), {
      deadline: longest,
      megabytes: 1024,
    })
  }

  /**
   * Reads a text and keeps it for `link`.
   *
   * @throws TextTooHard
   */
  async read(key: number, text: string, isHtml: boolean): Promise<readonly CitedCase[]> {
    const result = await this.#ask({ kind: 'read', key, text, isHtml })
    return 'cases' in result ? result.cases : []
  }

  /**
   * A text that was read, as HTML with links.
   *
   * @param links by the places of its cases
   * @throws TextTooHard
   */
  async link(key: number, links: (Link | null)[]): Promise<string> {
    const result = await this.#ask({ kind: 'link', key, links })
    return 'html' in result ? result.html : ''
  }

  /** Forgets the texts it keeps; a thread that fails has forgotten them as well. */
  forget(): void {
    if (this.#thread.isRunning) this.#ask({ kind: 'forget' }).catch(() => {})
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  async #ask(task: TextTask): Promise<TextResult> {
    try {
      return await this.#thread.run(task)
    } catch (error) {
      if (error instanceof TaskTooHard) throw new TextTooHard(error.message)
      if (!(error instanceof TaskFailed)) throw error
      await this.close()
      throw new TextTooHard(error.message)
    }
  }
}
