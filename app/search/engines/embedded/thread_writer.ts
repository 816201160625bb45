/** The writer callers hold: passes everything on to a thread, one call after the other. */
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import type { ChildDocument, ParentDocument } from '../../define_search_index.js'
import { IndexBeingWritten, type ChunkVectors, type IndexWriter } from '../../engine.js'
import { errorFromThread, type ThreadError } from './messages.js'
import type { WriterMethods, WriterThreadData } from './writer_thread.js'
import { startThread } from './start_thread.js'

type WriterReply = { result: unknown } | { error: ThreadError }

export class ThreadWriter implements IndexWriter {
  private waiting: { resolve: (value: never) => void; reject: (error: Error) => void }[] = []
  private ended: Error | null = null

  private constructor(
    private worker: Worker,
    private lock: DatabaseSync,
    private onCommit: () => void
  ) {
    worker.on('message', (reply: WriterReply) => {
      const waiting = this.waiting.shift()
      if ('error' in reply) waiting?.reject(errorFromThread(reply.error))
      else waiting?.resolve(reply.result as never)
    })
    worker.on('error', (error) => this.lost(error as Error))
    worker.on('exit', () => this.lost(new Error('The writer of the index has ended.')))
  }

  /** @throws IndexBeingWritten */
  static async open(
    workerData: WriterThreadData,
    lockFile: string,
    onCommit: () => void = () => {}
  ): Promise<ThreadWriter> {
    const lock = takeLock(lockFile, workerData.definition.name)
    const writer = new ThreadWriter(startThread('writer_thread', workerData), lock, onCommit)
    try {
      await writer.reply<string>()
      return writer
    } catch (error) {
      lock.close()
      throw error
    }
  }

  checkpoint(): Promise<string | null> {
    return this.call('checkpoint')
  }

  startParent(parent: ParentDocument): Promise<boolean> {
    return this.call('startParent', parent)
  }

  putChildren(children: ChildDocument[]): Promise<void> {
    return this.call('putChildren', children)
  }

  finishParent(options: { complete: boolean }): Promise<void> {
    return this.call('finishParent', options)
  }

  parentsOf(children: number[]): Promise<Map<number, number>> {
    return this.call('parentsOf', children)
  }

  removeParents(keys: number[]): Promise<void> {
    return this.call('removeParents', keys)
  }

  removeChildren(keys: number[]): Promise<void> {
    return this.call('removeChildren', keys)
  }

  putChunks(chunks: ChunkVectors[]): Promise<void> {
    return this.call('putChunks', chunks)
  }

  async commit(checkpoint: string): Promise<void> {
    await this.call('commit', checkpoint)
    this.onCommit()
  }

  rollback(): Promise<void> {
    return this.call('rollback')
  }

  /** Makes ready to be searched what was written in bulk. */
  settle(): Promise<void> {
    return this.call('settle')
  }

  /** What was not committed is lost. */
  async close(): Promise<void> {
    if (!this.ended) {
      const exit = new Promise((resolve) => this.worker.once('exit', resolve))
      await this.call('finish')
      await exit
    }
    if (this.lock.isOpen) this.lock.close()
  }

  private call<Method extends keyof WriterMethods>(
    method: Method,
    ...values: Parameters<WriterMethods[Method]>
  ): Promise<ReturnType<WriterMethods[Method]>> {
    if (this.ended) return Promise.reject(this.ended)
    this.worker.postMessage({ method, values })
    return this.reply()
  }

  private reply<Result>(): Promise<Result> {
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }))
  }

  private lost(error: Error): void {
    this.ended ??= error
    for (const { reject } of this.waiting.splice(0)) reject(error)
  }
}

/** A lock that the operating system gives back when its process ends, however it does. */
export function takeLock(file: string, index: string): DatabaseSync {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch {
    lock.close()
    throw new IndexBeingWritten(index)
  }
}
