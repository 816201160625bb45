/** A thread of a lane. */
import type { Worker } from 'node:worker_threads'
import { sourceUrl, startThread } from '../start_thread.js'
import type { TaskModule } from './task_module.js'
import type { TaskMessage, TaskReply, ThreadData } from './thread_entry.js'

const ENTRY = new URL('./thread_entry', import.meta.url)

interface ThreadListener {
  answered(reply: TaskReply): void
  /** The thread has exited, and its memory is free. */
  exited(reason: string): void
}

/** Runs one task at a time. Keeps the process alive only while a task runs. */
export class TaskThread {
  readonly #worker: Worker
  #reason = 'its thread has ended'
  /** When the last task ended, in the time of `performance.now`. */
  idleSince = performance.now()
  /** Memory of the process in bytes when the thread started. */
  readonly #atStart = process.memoryUsage.rss()

  /**
   * @param megabytes limit for objects and strings; V8 terminates a thread that exceeds it,
   *   not the process
   */
  constructor(megabytes: number, data: ThreadData, listener: ThreadListener) {
    this.#worker = startThread(ENTRY, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
    this.#worker.on('message', (reply: TaskReply) => {
      this.idleSince = performance.now()
      this.#worker.unref()
      listener.answered(reply)
    })
    this.#worker.on('error', (error) => (this.#reason = String(error)))
    this.#worker.on('exit', () => listener.exited(this.#reason))
    this.#worker.unref()
  }

  run<Task>(module: TaskModule<Task, unknown>, task: Task): void {
    this.#worker.ref()
    this.#worker.postMessage({ module: sourceUrl(module.href), task } satisfies TaskMessage)
  }

  /** Growth of the process in bytes since the thread started. */
  get growth(): number {
    return process.memoryUsage.rss() - this.#atStart
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
