import type { TaskModule } from './task_module.js'

export interface TaskOptions {
  /** Milliseconds; overrides the lane's deadline. */
  deadline?: number
  /** Aborted when the result is no longer needed, for example when the client has disconnected. */
  signal?: AbortSignal
  /**
   * Maximum growth of the process in bytes while the task runs. The memory limit of a thread
   * doesn't include buffers, and a PDF of 2 MB can expand to gigabytes. A thread that keeps
   * half of this growth after a task is replaced, so that the growth doesn't add up.
   */
  growth?: number
}

/** Milliseconds between memory checks; a file expands by less than 100 MB in that time. */
const MEMORY_INTERVAL = 200

/** A task with its caller. It is settled once. */
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

  /** @param aborted called when the caller's signal is aborted */
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

  /** If a maximum growth is set, checks it until the task is settled. */
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
