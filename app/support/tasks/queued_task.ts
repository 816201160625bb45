import type { TaskModule } from './task_module.js'

export interface TaskOptions {
  /** Milliseconds, in place of those of the lane. */
  deadline?: number
  /** Aborted when the result is not needed any more, as when the client has disconnected. */
  signal?: AbortSignal
  /**
   * Bytes by which the process may grow while the task runs. The limit of a thread does not
   * cover buffers: a PDF of two megabytes can unpack to gigabytes. A thread that keeps half of
   * that after a task is replaced, so that several tasks do not add up.
   */
  growth?: number
}

/** Milliseconds between two looks at the memory; a file unpacks less than 100 MB meanwhile. */
const MEMORY_INTERVAL = 200

/** A task with its caller. Settles once. */
export class QueuedTask {
  readonly promise: Promise<unknown>
  readonly deadline: number
  readonly growth: number | undefined
  readonly #signal: AbortSignal | undefined
  readonly #onAbort: () => void
  #timer: NodeJS.Timeout | undefined
  #memoryTimer: NodeJS.Timeout | undefined
  #resolve!: (result: unknown) => void
  #reject!: (error: Error) => void
  isSettled = false

  /** @param aborted called when the signal of the caller is aborted */
  constructor(
    readonly module: TaskModule<unknown, unknown>,
    readonly task: unknown,
    { deadline, signal, growth }: TaskOptions & { deadline: number },
    aborted: (task: QueuedTask, reason: Error) => void
  ) {
    this.deadline = deadline
    this.growth = growth
    this.#signal = signal
    this.#onAbort = () => aborted(this, signal!.reason as Error)
    signal?.addEventListener('abort', this.#onAbort, { once: true })
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  startDeadline(passed: () => void): void {
    this.#timer ??= setTimeout(passed, this.deadline)
  }

  /** Where a growth is set, looks until the task is settled whether the process exceeds it. */
  watchMemory(exceeded: () => void): void {
    const { growth } = this
    if (growth === undefined) return
    const start = process.memoryUsage.rss()
    this.#memoryTimer = setInterval(() => {
      if (process.memoryUsage.rss() - start >= growth) exceeded()
    }, MEMORY_INTERVAL)
  }

  resolve(result: unknown): void {
    this.#settle()
    this.#resolve(result)
  }

  reject(error: Error): void {
    this.#settle()
    this.#reject(error)
  }

  #settle(): void {
    this.isSettled = true
    clearTimeout(this.#timer)
    clearInterval(this.#memoryTimer)
    this.#signal?.removeEventListener('abort', this.#onAbort)
  }
}
