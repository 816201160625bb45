/**
 * Reads and links texts in a thread of their own, within bounds of time and
 * memory.
 */
import type { Worker } from 'node:worker_threads'
import { startThread } from '#app/support/start_thread'
import type { Link } from './link_text.js'
import type { CitedCase } from './read_text.js'
import type { TextReply, TextTask } from './text_thread.js'

/** A text that is too much for the thread: what it had read is lost. */
export class TextTooHard extends Error {
  override name = 'TextTooHard'
}

const MEGABYTES = 1024

export class TextReader {
  #thread: Worker | undefined
  /** Ends the task at hand. */
  #settle: (reply: TextReply) => void = () => {}

  /** @param longest milliseconds for one step with one text */
  constructor(readonly longest = 60_000) {}

  /**
   * Reads a text and keeps it for `link`.
   *
   * @throws TextTooHard
   */
  async read(key: number, text: string, isHtml: boolean): Promise<readonly CitedCase[]> {
    const reply = await this.#ask({ kind: 'read', key, text, isHtml })
    return 'cases' in reply ? reply.cases : []
  }

  /**
   * A text that was read, as HTML with links.
   *
   * @param links by the places of its cases
   * @throws TextTooHard
   */
  async link(key: number, links: (Link | null)[]): Promise<string> {
    const reply = await this.#ask({ kind: 'link', key, links })
    return 'html' in reply ? reply.html : ''
  }

  /** Forgets the texts it keeps. */
  forget(): void {
    this.#thread?.postMessage({ kind: 'forget' } satisfies TextTask)
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
    this.#thread = undefined
  }

  #ask(task: TextTask): Promise<TextReply> {
    const thread = (this.#thread ??= this.#start())
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#settle({ error: `it takes longer than ${this.longest} ms` }),
        this.longest
      )
      this.#settle = (reply) => {
        clearTimeout(timer)
        this.#settle = () => {}
        if (!('error' in reply)) return resolve(reply)
        this.#thread = undefined
        void thread.terminate()
        reject(new TextTooHard(reply.error))
      }
      thread.postMessage(task)
    })
  }

  #start(): Worker {
    const thread = startThread(new URL('./text_thread', import.meta.url), {
      workerData: null,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    })
    // One that was given up says nothing of the next.
    const settle = (reply: TextReply) => {
      if (this.#thread === thread) this.#settle(reply)
    }
    thread.on('message', settle)
    thread.on('error', (error) => settle({ error: String(error) }))
    thread.on('exit', () => {
      settle({ error: 'its thread has ended' })
      if (this.#thread === thread) this.#thread = undefined
    })
    return thread
  }
}
