/** Matches many changed documents in a separate thread, which ends when idle. */
import type { Change } from '#app/events/change_log'
import { CallingThread, ThreadCallFailed } from '#app/support/thread_calls'
import { Interrupted } from '#app/support/interrupted'
import type { AlertMatcherServices, TakeOptions } from './alert_matcher.js'
import type { MatchingThreadData } from './matching_thread.js'

/** Queries per message. */
const QUERIES_AT_ONCE = 500
/** Milliseconds without work after which the thread ends. */
const IDLE = 5_000

export class BulkMatching {
  #thread: CallingThread | undefined
  /** Version of the thread's queries. */
  #version = -1
  #idle: NodeJS.Timeout | undefined

  constructor(readonly services: AlertMatcherServices) {}

  /** Records the hits of changed documents. @throws Interrupted */
  async take(changes: Change[], { signal, cursor, earlier }: TakeOptions): Promise<void> {
    clearTimeout(this.#idle)
    const thread = (this.#thread ??= this.#start())
    try {
      await this.#sendQueries(thread, signal)
      await thread.call(signal, 'take', changes, cursor, earlier)
    } catch (error) {
      await this.#end()
      const isStopped = error instanceof ThreadCallFailed && error.name === 'Interrupted'
      throw isStopped ? new Interrupted() : error
    }
    if (signal.aborted) return this.#end()
    this.#idle = setTimeout(() => void this.#end(), IDLE)
    this.#idle.unref()
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#thread
    this.#thread = undefined
    this.#version = -1
    await thread?.close()
  }

  /** Sends the queries in batches, so that requests can be handled in between. */
  async #sendQueries(thread: CallingThread, signal: AbortSignal): Promise<void> {
    const { queries } = this.services
    if (this.#version === queries.version) return
    const { version } = queries
    await thread.call(signal, 'clear')
    let portion: unknown[] = []
    for (const entry of queries.all()) {
      portion.push(entry)
      if (portion.length < QUERIES_AT_ONCE) continue
      await thread.call(signal, 'add', portion)
      portion = []
    }
    await thread.call(signal, 'add', portion)
    this.#version = version
  }

  #start(): CallingThread {
    const { indexes, connection, sweeps, record, ahead } = this.services
    const data: MatchingThreadData = {
      // Functions can't be cloned.
      indexes: indexes.map(({ language, ...index }) => index),
      connection,
    }
    const thread = new CallingThread(new URL('./matching_thread', import.meta.url), data, {
      record,
      leave: sweeps.add.bind(sweeps),
      ahead,
    })
    thread.unref()
    return thread
  }
}
