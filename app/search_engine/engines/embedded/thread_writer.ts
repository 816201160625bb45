/**
 * Forwards calls of the writer to threads, in order. Calls without a result don't wait; they
 * are sent in batches, and the amount in transit is bounded.
 */
import { type DatabaseSync } from 'node:sqlite'
import { MessageChannel, type Worker } from 'node:worker_threads'
import type { ChildDocument, SearchDocument } from '../../index_definition.js'
import {
  IndexDamaged,
  type ChunkVectors,
  type IndexWriter,
  type ParentToCompare,
} from '../../engine.js'
import { errorFromThread, type WriterCall, type WriterReply } from './messages.js'
import { startThread } from '#app/support/start_thread'
import type { WriterThreadData } from './writer_thread.js'
import { acquireIndexLock } from './index_files.js'
import { Interrupted } from '#app/support/interrupted'

/** Minimum number of characters per message, unless a result is awaited or there is no more data. */
const SENT_TOGETHER = 256 * 1024
/** Maximum number of characters in transit, plus the last document. */
const MAX_IN_FLIGHT = 2 * 1024 * 1024
/** Size of a call in addition to its documents. */
const CALL_SIZE = 200
const VECTOR_SIZE = 8 * 768
/** Number of characters of a bulk write from which a second thread is worthwhile. */
const SHARED_FROM = 4 * 1024 * 1024

interface Waiting {
  size: number
  resolve: (value: never) => void
  reject: (error: Error) => void
}

/** Arguments of listeners. */
interface WriterEvents {
  committed?: () => void
  damaged?: (reason: string) => void
}

export class ThreadWriter implements IndexWriter {
  private waiting: Waiting[] = []
  private unsent: WriterCall[] = []
  private unsentSize = 0
  private underWay = 0
  private whenRoom: (() => void)[] = []
  /** The error of a queued write. */
  private failed: Error | null = null
  private ended: Error | null = null
  private isClosing = false
  private readonly writer: Worker
  /** Receives the calls of a large bulk write and forwards them to the writer. */
  private analyser: Worker | null = null
  private handedOver = 0

  private constructor(
    private data: WriterThreadData,
    private lock: DatabaseSync,
    private events: WriterEvents
  ) {
    this.writer = this.watched(
      startThread(new URL('./writer_thread', import.meta.url), { workerData: data })
    )
    this.writer.on('message', (replies: WriterReply[]) => {
      for (const reply of replies) this.take(reply)
    })
  }

  private watched(thread: Worker): Worker {
    thread.on('error', (error) => this.lost(error as Error))
    thread.on('exit', () => {
      // Threads may end in any order, and the last result comes from the writer.
      if (!this.isClosing || thread === this.writer)
        this.lost(new Error('The index writer thread exited.'))
    })
    return thread
  }

  /** @throws IndexBeingWritten, IndexDamaged */
  static async open(
    data: WriterThreadData,
    lockFile: string,
    events: WriterEvents = {}
  ): Promise<ThreadWriter> {
    const lock = acquireIndexLock(lockFile, data.definition.name)
    const writer = new ThreadWriter(data, lock, events)
    try {
      await writer.answer<string>()
      return writer
    } catch (error) {
      lock.close()
      throw error
    }
  }

  checkpoint(): Promise<string | null> {
    return this.ask({ method: 'checkpoint', values: [] })
  }

  async startParent(...values: Parameters<IndexWriter['startParent']>): Promise<boolean> {
    const [parent, options] = values
    const call: WriterCall = { method: 'startParent', values }
    const answer = options?.isNew ? true : options?.isWhole
    if (answer === undefined) return this.ask(call)
    await this.handOver(call, sizeOf([parent]))
    return answer
  }

  findChangedParents(parents: ParentToCompare[]): Promise<number[]> {
    return this.ask({ method: 'findChangedParents', values: [parents] })
  }

  putChildren(children: ChildDocument[]): Promise<void> {
    return this.handOver({ method: 'putChildren', values: [children] }, sizeOf(children))
  }

  finishParent(options: { complete: boolean }): Promise<void> {
    return this.handOver({ method: 'finishParent', values: [options] })
  }

  findParents(children: number[]): Promise<Map<number, number>> {
    return this.ask({ method: 'findParents', values: [children] })
  }

  removeParents(keys: number[]): Promise<void> {
    return this.handOver({ method: 'removeParents', values: [keys] })
  }

  removeChildren(keys: number[]): Promise<void> {
    return this.handOver({ method: 'removeChildren', values: [keys] })
  }

  putChunks(chunks: ChunkVectors[]): Promise<void> {
    const vectors = chunks.reduce((sum, chunk) => sum + chunk.vectors.length, 0)
    return this.handOver({ method: 'putChunks', values: [chunks] }, vectors * VECTOR_SIZE)
  }

  async commit(checkpoint: string): Promise<void> {
    await this.finished()
    await this.ask({ method: 'commit', values: [checkpoint] })
    this.events.committed?.()
  }

  async rollback(): Promise<void> {
    await this.ask({ method: 'rollback', values: [] }, { evenIfFailed: true })
    this.failed = null
  }

  /**
   * Makes bulk writes searchable. If the signal interrupts it, it resumes at the same place the
   * next time.
   *
   * @throws Interrupted after the signal
   */
  async optimize(signal?: AbortSignal): Promise<void> {
    const end = () => {
      this.lost(new Interrupted())
      void this.writer.terminate()
    }
    if (signal?.aborted) throw new Interrupted()
    signal?.addEventListener('abort', end, { once: true })
    try {
      await this.ask({ method: 'optimize', values: [] })
    } finally {
      signal?.removeEventListener('abort', end)
    }
  }

  /** Uncommitted writes are lost. */
  async close(): Promise<void> {
    if (!this.ended) {
      this.isClosing = true
      const threads = this.analyser ? [this.analyser, this.writer] : [this.writer]
      const exits = threads.map((thread) => new Promise((resolve) => thread.once('exit', resolve)))
      await this.ask({ method: 'finish', values: [] }, { evenIfFailed: true })
      await Promise.all(exits)
    }
    if (this.lock.isOpen) this.lock.close()
  }

  /** Resolves when all queued calls are written. Results arrive in order, so any later result confirms them. @throws the error of a failed call */
  private async finished(): Promise<void> {
    await this.checkpoint()
  }

  /** Resolves with the result, after all earlier calls. */
  private async ask<Result>(
    call: WriterCall,
    { evenIfFailed = false }: { evenIfFailed?: boolean } = {}
  ): Promise<Result> {
    this.check(evenIfFailed)
    this.add(call)
    this.send()
    const result = await this.answer<Result>(CALL_SIZE)
    if (this.failed && !evenIfFailed) throw this.failed
    return result
  }

  /**
   * Resolves when there is room for more; errors are thrown by a later call, at the latest by
   * the commit.
   */
  private async handOver(call: WriterCall, size = 0): Promise<void> {
    this.check(false)
    this.handedOver += size
    if (this.handedOver > SHARED_FROM) await this.share()
    this.add(call, size)
    this.answer(CALL_SIZE + size).catch((error: Error) => (this.failed ??= error))
    if (this.unsentSize >= SENT_TOGETHER) this.send()
    else if (this.unsent.length === 1) setImmediate(() => this.send())
    while (this.underWay > MAX_IN_FLIGHT)
      await new Promise<void>((resolve) => this.whenRoom.push(resolve))
  }

  /** From now on, another thread analyzes bulk writes; the writer has finished all earlier calls. */
  private async share(): Promise<void> {
    if (this.analyser || this.data.target === 'live') return
    await this.finished()
    const { port1: prepared, port2: writer } = new MessageChannel()
    const { definition } = this.data
    this.writer.postMessage({ prepared }, [prepared])
    this.analyser = this.watched(
      startThread(new URL('./analysis_thread', import.meta.url), {
        workerData: { definition, writer },
        transferList: [writer],
      })
    )
  }

  private add(call: WriterCall, size = 0): void {
    this.unsent.push(call)
    this.unsentSize += CALL_SIZE + size
  }

  private send(): void {
    if (!this.unsent.length || this.ended) return
    const first = this.analyser ?? this.writer
    first.postMessage(this.unsent)
    this.unsent = []
    this.unsentSize = 0
  }

  private answer<Result>(size = 0): Promise<Result> {
    this.underWay += size
    return new Promise((resolve, reject) => this.waiting.push({ size, resolve, reject }))
  }

  private take(reply: WriterReply): void {
    const { size, resolve, reject } = this.waiting.shift()!
    this.underWay -= size
    if ('error' in reply) {
      const error = errorFromThread(reply.error)
      if (error instanceof IndexDamaged) this.events.damaged?.(error.reason)
      reject(error)
    } else resolve(reply.result as never)
    if (this.underWay <= MAX_IN_FLIGHT) this.wakeUp()
  }

  private wakeUp(): void {
    for (const wake of this.whenRoom.splice(0)) wake()
  }

  private check(evenIfFailed: boolean): void {
    if (this.ended) throw this.ended
    if (this.failed && !evenIfFailed) throw this.failed
  }

  private lost(error: Error): void {
    this.ended ??= error
    this.underWay = 0
    for (const { reject } of this.waiting.splice(0)) reject(error)
    this.wakeUp()
  }
}

/** Characters of the values of documents. */
function sizeOf(documents: SearchDocument[]): number {
  let size = 0
  for (const { fields } of documents)
    for (const value of Object.values(fields))
      for (const one of Array.isArray(value) ? value : [value])
        if (typeof one === 'string') size += one.length
  return size
}
