/** A group of threads for one kind of work, with a queue. */
import { countEnded, type TaskOutcome } from './metrics.js'
import { QueuedTask, type TaskOptions } from './queued_task.js'
import {
  TaskFailed,
  TaskPoolClosed,
  TaskQueueFull,
  TaskTooHard,
  TaskTooLarge,
} from './task_errors.js'
import type { TaskModule } from './task_module.js'
import { TaskThread } from './task_thread.js'
import type { TaskReply } from './thread_entry.js'

export interface LaneOptions {
  /** Label of the metrics. */
  name: string
  /**
   * `interactive`: a client waits for the result. Deadlines start at submission, a full queue
   * rejects tasks, and the memory of all its threads is reserved. `background`: deadlines
   * start with the task, and tasks stay queued until a thread and memory are available.
   */
  work: 'interactive' | 'background'
  threads: number
  /** Megabytes for the objects and strings of a thread. */
  megabytes: number
  /** Milliseconds for a task, including the start of a thread if necessary. */
  deadline: number
  /** Milliseconds after which an idle thread ends. */
  idle: number
  /** Maximum queue length of an interactive lane. */
  maxQueued?: number
}

/** Rules of the pool that apply to all lanes. */
export interface LaneHost {
  /** @throws TaskPoolClosed */
  require(lane: TaskLane): void
  /** Whether there is memory for another thread. If not, `next` is called when there may be. */
  admits(lane: TaskLane): boolean
  /** Called when a thread has exited. */
  freed(): void
}

/** Milliseconds until the thread of a canceled task is terminated. */
const CANCEL_GRACE = 1000

/** Runs tasks in order of submission, one at a time per thread. */
export class TaskLane {
  readonly #pool: LaneHost
  readonly #queue: QueuedTask[] = []
  /** Threads that accept tasks, with their current task. */
  readonly #threads = new Map<TaskThread, QueuedTask | undefined>()
  /** Threads that haven't exited, including terminated ones. */
  #alive = 0

  /** Use `TaskPool.lane`. */
  constructor(
    pool: LaneHost,
    readonly options: LaneOptions
  ) {
    this.#pool = pool
  }

  get queued(): number {
    return this.#queue.length
  }

  get running(): number {
    return [...this.#threads.values()].filter(Boolean).length
  }

  /** Megabytes used by its threads. */
  get megabytes(): number {
    return this.#alive * this.options.megabytes
  }

  /** Whether a thread is running, with the state of its modules. */
  get isRunning(): boolean {
    return this.#threads.size > 0
  }

  /**
   * Runs a task in a thread.
   *
   * @param task a value that can be cloned
   * @throws TaskTooLarge, TaskQueueFull, TaskTooHard if it was terminated, TaskFailed if it
   *   threw an error, TaskPoolClosed, and the reason of the signal if that is aborted
   */
  async run<Task, Result>(
    module: TaskModule<Task, Result>,
    task: Task,
    options: TaskOptions = {}
  ): Promise<Result> {
    options.signal?.throwIfAborted()
    const size = module.measure(task)
    if (size > module.maxSize) throw new TaskTooLarge(size, module.maxSize)
    this.#pool.require(this)
    const { deadline, work, maxQueued = Infinity } = this.options
    if (work === 'interactive' && this.#queue.length >= maxQueued) {
      countEnded(this.options.name, 'refused')
      throw new TaskQueueFull()
    }
    const queued = new QueuedTask(
      module as TaskModule<unknown, unknown>,
      task,
      { deadline, ...options },
      (aborted, reason) => this.#cancel(aborted, reason)
    )
    if (work === 'interactive') queued.startDeadline(() => this.#overdue(queued))
    this.#queue.push(queued)
    this.next()
    return queued.promise as Promise<Result>
  }

  /**
   * Terminates its threads. Running and queued tasks fail with TaskPoolClosed; later tasks
   * start new threads.
   */
  async close(): Promise<void> {
    const threads = [...this.#threads]
    this.#threads.clear()
    for (const task of [...threads.map(([, running]) => running), ...this.#queue.splice(0)])
      if (task) this.#fail(task, new TaskPoolClosed(), 'closed')
    await Promise.all(threads.map(([thread]) => thread.end()))
  }

  /** Starts queued tasks while threads and memory are available. */
  next(): void {
    while (this.#queue.length) {
      const thread = this.#free() ?? this.#start()
      if (!thread) return
      const task = this.#queue.shift()!
      this.#threads.set(thread, task)
      task.startDeadline(() => this.#overdue(task))
      task.watchMemory(() => this.#end(thread, 'it takes too much memory', 'memory'))
      try {
        thread.run(task.module, task.task)
      } catch (error) {
        // The value can't be cloned.
        this.#threads.set(thread, undefined)
        this.#fail(task, error as Error, 'failed')
      }
    }
  }

  /**
   * Terminates an idle thread.
   *
   * @param idle minimum idle time in milliseconds
   * @returns whether there was an idle thread
   */
  endIdle(idle: number): boolean {
    const now = performance.now()
    for (const [thread, task] of this.#threads) {
      if (task || now - thread.idleSince < idle) continue
      this.#threads.delete(thread)
      void thread.end()
      return true
    }
    return false
  }

  #free(): TaskThread | undefined {
    for (const [thread, task] of this.#threads) if (!task) return thread
    return undefined
  }

  #start(): TaskThread | undefined {
    if (this.#threads.size >= this.options.threads || !this.#pool.admits(this)) return undefined
    this.#alive++
    const { megabytes, work } = this.options
    const data = { isBackground: work === 'background' }
    const thread: TaskThread = new TaskThread(megabytes, data, {
      answered: (reply) => this.#answer(thread, reply),
      exited: (reason) => {
        this.#alive--
        this.#end(thread, reason, 'memory')
        this.#pool.freed()
      },
    })
    this.#threads.set(thread, undefined)
    return thread
  }

  #answer(thread: TaskThread, reply: TaskReply): void {
    const task = this.#threads.get(thread)
    if (!task) return
    const keepsMuch = task.growth !== undefined && thread.growth >= task.growth / 2
    if (keepsMuch) {
      this.#threads.delete(thread)
      void thread.end()
    } else this.#threads.set(thread, undefined)
    if (task.isSettled) {
      // Canceled, but done within the grace period.
    } else if ('error' in reply) this.#fail(task, new TaskFailed(reply.error), 'failed')
    else {
      countEnded(this.options.name, 'done')
      task.resolve(reply.result)
    }
    this.next()
    if (!keepsMuch && !this.#threads.get(thread)) this.#endWhenIdle(thread)
  }

  #endWhenIdle(thread: TaskThread): void {
    const { idle } = this.options
    setTimeout(() => {
      if (this.#threads.get(thread) || !this.#threads.has(thread)) return
      if (performance.now() - thread.idleSince < idle - 1) return
      this.#threads.delete(thread)
      void thread.end()
    }, idle).unref()
  }

  /** Terminates a thread with its task. Other threads run the queued tasks. */
  #end(thread: TaskThread, reason: string, outcome: TaskOutcome): void {
    if (!this.#threads.has(thread)) return
    const task = this.#threads.get(thread)
    this.#threads.delete(thread)
    void thread.end()
    if (task && !task.isSettled) this.#fail(task, new TaskTooHard(reason), outcome)
    this.next()
  }

  #overdue(task: QueuedTask): void {
    const thread = this.#threadOf(task)
    if (thread) return this.#end(thread, `it takes longer than ${task.deadline} ms`, 'deadline')
    this.#leaveQueue(task)
    this.#fail(task, new TaskQueueFull(), 'deadline')
  }

  #cancel(task: QueuedTask, reason: Error): void {
    this.#leaveQueue(task)
    this.#fail(task, reason, 'cancelled')
    const thread = this.#threadOf(task)
    if (!thread) return
    setTimeout(() => {
      if (this.#threads.get(thread) === task) this.#end(thread, 'cancelled', 'cancelled')
    }, CANCEL_GRACE).unref()
  }

  #fail(task: QueuedTask, error: Error, outcome: TaskOutcome): void {
    countEnded(this.options.name, outcome)
    task.reject(error)
  }

  #leaveQueue(task: QueuedTask): void {
    const place = this.#queue.indexOf(task)
    if (place >= 0) this.#queue.splice(place, 1)
  }

  #threadOf(task: QueuedTask): TaskThread | undefined {
    for (const [thread, running] of this.#threads) if (running === task) return thread
    return undefined
  }
}
