/**
 * Search threads with a bounded queue. Callers get a result by the deadline, even if the search
 * is still running. Threads check the deadline while they work. A thread that can't, because
 * SQLite reads some data in one call, is replaced until it finishes.
 */
import type { Worker } from 'node:worker_threads'
import { SearchTooSlow } from '../../engine.js'
import type { Reply, Task, ThreadData } from './messages.js'
import { startThread } from '#app/support/start_thread'

interface Waiting {
  task: Task
  /** Arrival time, by `performance.now()`. */
  since: number
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

interface Thread {
  worker: Worker
  current: Waiting | null
  /** It is still running a search whose deadline has passed. */
  isOverdue: boolean
  /** It has been overdue for so long that another thread has replaced it. */
  isReplaced: boolean
}

/** Milliseconds after the deadline in which a thread usually ends a search by itself. */
const GRACE = 250
/**
 * Milliseconds of waiting after which the newest search runs first. At this
 * point, searches arrive faster than threads can run them. In order of arrival,
 * each would start shortly before its deadline, and none would finish.
 */
const PATIENCE = 1000
/** Node doesn't support longer timeouts. */
const MAX_TIMER = 2 ** 31 - 1

export class SearchLane {
  private threads: Thread[] = []
  private queue: Waiting[] = []
  private isClosed = false

  constructor(
    data: ThreadData,
    private mostThreads: number,
    private mostWaiting: number,
    private startWorker = (): Worker =>
      startThread(new URL('./search_thread', import.meta.url), { workerData: data }),
    private patience = PATIENCE
  ) {}

  /** @throws SearchTooSlow if too many searches are queued, and after the deadline */
  run(task: Task): Promise<Reply> {
    if (this.isClosed) return Promise.reject(new Error('The search engine is closed.'))
    return new Promise((resolve, reject) => {
      if (this.queue.length >= this.mostWaiting) {
        reject(new SearchTooSlow('Too many searches are queued.'))
        return
      }
      const left = Math.max(0, task.endsAt - performance.timeOrigin - performance.now())
      const timer = setTimeout(() => this.expire(waiting), Math.min(left, MAX_TIMER))
      timer.unref()
      const waiting = { task, since: performance.now(), resolve, reject, timer }
      this.queue.push(waiting)
      this.next()
    })
  }

  /** Ends the threads; running searches fail. */
  async close(): Promise<void> {
    this.isClosed = true
    const waiting = this.queue.splice(0)
    for (const { reject, timer } of waiting) {
      clearTimeout(timer)
      reject(new Error('The search engine is closed.'))
    }
    await Promise.all(this.threads.map(({ worker }) => ended(worker)))
  }

  private next(): void {
    if (!this.queue.length) return
    let thread = this.threads.find(({ current, isOverdue }) => !current && !isOverdue)
    if (!thread && this.mayStart()) thread = this.start()
    if (!thread) return
    const isOverloaded = performance.now() - this.queue[0]!.since > this.patience
    const waiting = isOverloaded ? this.queue.pop()! : this.queue.shift()!
    thread.current = waiting
    thread.worker.postMessage(waiting.task)
  }

  private mayStart(): boolean {
    const replaced = this.threads.filter(({ isReplaced }) => isReplaced).length
    return this.threads.length - Math.min(replaced, this.mostThreads) < this.mostThreads
  }

  private expire(waiting: Waiting): void {
    Atomics.store(waiting.task.cancelled, 0, 1)
    this.queue = this.queue.filter((other) => other !== waiting)
    const thread = this.threads.find(({ current }) => current === waiting)
    if (thread) {
      thread.current = null
      thread.isOverdue = true
      const replace = () => {
        thread.isReplaced = thread.isOverdue
        this.next()
      }
      setTimeout(replace, GRACE).unref()
    }
    waiting.reject(new SearchTooSlow('The search took too long.'))
  }

  private start(): Thread {
    const thread: Thread = {
      worker: this.startWorker(),
      current: null,
      isOverdue: false,
      isReplaced: false,
    }
    this.threads.push(thread)
    thread.worker.unref()
    thread.worker.on('message', (reply: Reply) => {
      const { current } = thread
      Object.assign(thread, { current: null, isOverdue: false, isReplaced: false })
      if (current) clearTimeout(current.timer)
      current?.resolve(reply)
      this.closeSpare(thread)
      this.next()
    })
    thread.worker.on('error', (error) => this.lost(thread, error as Error))
    thread.worker.on('exit', () => this.lost(thread, new Error('A search thread ended.')))
    return thread
  }

  /** Ends a thread that has been replaced. */
  private closeSpare(thread: Thread): void {
    if (this.threads.length <= this.mostThreads) return
    this.threads = this.threads.filter((other) => other !== thread)
    void ended(thread.worker)
  }

  /** A thread that ended is replaced when needed. */
  private lost(thread: Thread, error: Error): void {
    this.threads = this.threads.filter((other) => other !== thread)
    if (thread.current) clearTimeout(thread.current.timer)
    thread.current?.reject(error)
    thread.current = null
    if (!this.isClosed) this.next()
  }
}

/** Lets a thread close its files; a busy one is terminated after a moment. */
async function ended(worker: Worker): Promise<void> {
  const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.postMessage('close')
  const timer = setTimeout(() => void worker.terminate(), 2000)
  await exit
  clearTimeout(timer)
}
