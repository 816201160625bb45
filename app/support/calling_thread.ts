/** A thread that is called, and may call back, until it is closed. */
import type { Worker } from 'node:worker_threads'
import { startThread } from './start_thread.js'
import { ThreadCalls } from './thread_calls.js'

export class CallingThread {
  readonly #thread: Worker
  readonly #calls: ThreadCalls
  readonly #exited: Promise<void>

  /**
   * @param module URL of the thread's module without the ending of its file; it makes `ThreadCalls` over its parent's port
   * @param workerData what it starts with; a value that can be cloned
   * @param functions what it may call
   */
  constructor(module: URL, workerData: unknown, functions: ThreadCalls['functions']) {
    this.#thread = startThread(module, { workerData })
    this.#calls = new ThreadCalls(this.#thread, functions)
    this.#thread.on('error', (error) => this.#calls.end(error as Error))
    this.#exited = new Promise((resolve) => {
      this.#thread.once('exit', () => {
        this.#calls.end(new Error('The thread has ended.'))
        resolve()
      })
    })
  }

  /**
   * Calls a function of the thread. When the signal is raised, its function
   * `abort` is called, and this one is expected to come to an end by itself.
   *
   * @throws ThreadCallFailed when it threw
   */
  async call<Result>(signal: AbortSignal, name: string, ...values: unknown[]): Promise<Result> {
    const abort = () => void this.#calls.call('abort').catch(() => {})
    const result = this.#calls.call<Result>(name, ...values)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await result
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  /** From now on it keeps no process alive, unless it is called. */
  unref(): void {
    this.#thread.unref()
  }

  /** Ends it, whatever it does. */
  async close(): Promise<void> {
    await this.#thread.terminate()
    await this.#exited
  }
}
