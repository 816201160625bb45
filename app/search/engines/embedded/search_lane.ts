/** A lane of search threads with a bounded queue. */
import type { Worker } from 'node:worker_threads'
import { SearchTooSlow } from '../../engine.js'
import type { Reply, Task, ThreadData } from './messages.js'
import { startThread } from './start_thread.js'

interface Waiting {
  task: Task
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  current: Waiting | null
}

export class SearchLane {
  private threads: Thread[] = []
  private queue: Waiting[] = []
  private isClosed = false

  constructor(
    private data: ThreadData,
    private mostThreads: number,
    private mostWaiting: number
  ) {}

  /** @throws SearchTooSlow when too many searches wait already */
  run(task: Task): Promise<Reply> {
    if (this.isClosed) return Promise.reject(new Error('The search engine is closed.'))
    return new Promise((resolve, reject) => {
      if (this.queue.length >= this.mostWaiting) {
        reject(new SearchTooSlow('Too many searches are waiting.'))
        return
      }
      this.queue.push({ task, resolve, reject })
      this.next()
    })
  }

  /** Ends the threads; what is under way fails. */
  async close(): Promise<void> {
    this.isClosed = true
    const waiting = this.queue.splice(0)
    for (const { reject } of waiting) reject(new Error('The search engine is closed.'))
    await Promise.all(this.threads.map(({ worker }) => ended(worker)))
  }

  private next(): void {
    if (!this.queue.length) return
    let thread = this.threads.find(({ current }) => !current)
    if (!thread && this.threads.length < this.mostThreads) thread = this.start()
    if (!thread) return
    const waiting = this.queue.shift()!
    thread.current = waiting
    thread.worker.postMessage(waiting.task)
  }

  private start(): Thread {
    const thread: Thread = { worker: startThread('search_thread', this.data), current: null }
    this.threads.push(thread)
    thread.worker.unref()
    thread.worker.on('message', (reply: Reply) => {
      const { current } = thread
      thread.current = null
      current?.resolve(reply)
      this.next()
    })
    thread.worker.on('error', (error) => this.lost(thread, error as Error))
    thread.worker.on('exit', () => this.lost(thread, new Error('A search thread ended.')))
    return thread
  }

  /** A thread that ended is replaced when it is needed. */
  private lost(thread: Thread, error: Error): void {
    this.threads = this.threads.filter((other) => other !== thread)
    thread.current?.reject(error)
    thread.current = null
    if (!this.isClosed) this.next()
  }
}

/** Lets a thread close its files; one that is busy is ended after a moment. */
async function ended(worker: Worker): Promise<void> {
  const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.postMessage('close')
  const timer = setTimeout(() => void worker.terminate(), 2000)
  await exit
  clearTimeout(timer)
}
