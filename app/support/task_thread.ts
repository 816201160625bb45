/**
 * A thread for tasks that must not stop the server, one after the other. A task that takes too
 * long or too much memory is ended with its thread; the next one starts another.
 */
import type { Worker } from 'node:worker_threads'
import type { TaskReply } from './answer_tasks.js'
import { startThread } from './start_thread.js'

/** A task was ended: it took too long or too much memory, or its thread ended under it. */
export class TaskTooHard extends Error {
  override name = 'TaskTooHard'
}

/** A task threw; its thread continues. */
export class TaskFailed extends Error {
  override name = 'TaskFailed'
}

/** A task was under way, or waited, when its thread was closed. */
export class TaskThreadClosed extends Error {
  override name = 'TaskThreadClosed'
}

export interface TaskThreadOptions {
  /** Milliseconds for a task, and for starting the thread where none runs. */
  deadline: number
  /** Megabytes for objects and strings of the thread. */
  megabytes: number
  /** Milliseconds without a task after which the thread ends; it stays when absent. */
  idle?: number
}

interface Waiting<Result> {
  task: unknown
  deadline: number
  resolve: (result: Result) => void
  reject: (error: Error) => void
}

/** Runs tasks in one thread, which starts with the first and never keeps an idle process alive. */
export class TaskThread<Task, Result> {
  #thread: Worker | undefined
  #current: Waiting<Result> | undefined
  readonly #waiting: Waiting<Result>[] = []
  #deadline: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined

  /**
   * @param module the URL of the thread's module without the ending of its file; it calls
   *   `answerTasks`
   * @param options bounds of the tasks
   */
  constructor(
    readonly module: URL,
    readonly options: TaskThreadOptions
  ) {}

  /** Whether a thread runs, with what its module keeps. */
  get isRunning(): boolean {
    return this.#thread !== undefined
  }

  /**
   * Runs a task after those that came before it.
   *
   * @param task a value that can be cloned
   * @param deadline milliseconds for this task, once it is its turn
   * @throws TaskTooHard when it was ended, TaskFailed when it threw, TaskThreadClosed
   */
  run(task: Task, deadline = this.options.deadline): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, deadline, resolve, reject })
      this.#next()
    })
  }

  /** Ends the thread; what is under way or waits fails with TaskThreadClosed. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#thread
    this.#thread = undefined
    for (const ended of [this.#settled(), ...this.#waiting.splice(0)]) {
      ended?.reject(new TaskThreadClosed('The thread was closed.'))
    }
    await thread?.terminate()
  }

  #next(): void {
    if (this.#current) return
    this.#current = this.#waiting.shift()
    if (!this.#current) return this.#rest()
    clearTimeout(this.#idle)
    const { task, deadline } = this.#current
    const thread = (this.#thread ??= this.#start())
    thread.ref()
    this.#deadline = setTimeout(() => this.#giveUp(`it takes longer than ${deadline} ms`), deadline)
    thread.postMessage(task)
  }

  /** Takes the task at hand from its list; undefined when it has been answered. */
  #settled(): Waiting<Result> | undefined {
    clearTimeout(this.#deadline)
    const current = this.#current
    this.#current = undefined
    return current
  }

  #answer(reply: TaskReply): void {
    const current = this.#settled()
    if ('error' in reply) current?.reject(new TaskFailed(reply.error))
    else current?.resolve(reply.result as Result)
    this.#next()
  }

  /** Ends the task at hand with its thread. */
  #giveUp(reason: string): void {
    const current = this.#settled()
    if (!current) return
    void this.#thread?.terminate()
    this.#thread = undefined
    current.reject(new TaskTooHard(reason))
    this.#next()
  }

  #rest(): void {
    this.#thread?.unref()
    const { idle } = this.options
    if (idle === undefined || !this.#thread) return
    this.#idle = setTimeout(() => {
      void this.#thread?.terminate()
      this.#thread = undefined
    }, idle).unref()
  }

  #start(): Worker {
    const thread = startThread(this.module, {
      workerData: null,
      resourceLimits: { maxOldGenerationSizeMb: this.options.megabytes },
    })
    // One that was given up says nothing of the next.
    const isOurs = () => this.#thread === thread
    thread.on('message', (reply: TaskReply) => {
      if (isOurs()) this.#answer(reply)
    })
    thread.on('error', (error) => {
      if (isOurs()) this.#giveUp(String(error))
    })
    thread.on('exit', () => {
      if (!isOurs()) return
      this.#giveUp('its thread has ended')
      this.#thread = undefined
    })
    return thread
  }
}
