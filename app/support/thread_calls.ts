/**
 * Calls between a thread and the one that started it: each side names the
 * functions the other may call, and every call has an answer.
 */
import type { MessagePort, Worker } from 'node:worker_threads'
import { startThread } from './start_thread.js'

type Message =
  | { call: number; name: string; values: unknown[] }
  | { answer: number; value: unknown }
  | { answer: number; error: CalledError }

/** What of an error crosses threads. */
interface CalledError {
  /** Of its class. */
  name: string
  message: string
  stack?: string
  /** Its own fields that can be cloned: codes, names. */
  fields: Record<string, unknown>
}

/** What a called function threw, in the other thread. Its name is the class of the error. */
export class ThreadCallFailed extends Error {
  readonly fields: Record<string, unknown>

  constructor({ name, message, stack, fields }: CalledError) {
    super(message)
    this.name = name
    if (stack) this.stack = stack
    this.fields = fields
    if (typeof fields.code === 'string') Object.assign(this, { code: fields.code })
  }
}

interface Waiting {
  resolve: (value: never) => void
  reject: (error: Error) => void
}

export class ThreadCalls {
  readonly #waiting = new Map<number, Waiting>()
  #calls = 0
  #ended: Error | null = null

  /**
   * @param port the other side
   * @param functions what it may call; values and results are cloned
   */
  constructor(
    readonly port: MessagePort | Worker,
    readonly functions: Record<string, (...values: never[]) => unknown>
  ) {
    port.on('message', (message: Message) => {
      if ('call' in message) void this.#run(message)
      else this.#settle(message)
    })
  }

  /** @throws ThreadCallFailed when the function threw, and what `end` was given */
  call<Result>(name: string, ...values: unknown[]): Promise<Result> {
    if (this.#ended) return Promise.reject(this.#ended)
    const call = ++this.#calls
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject })
      this.#send({ call, name, values })
    })
  }

  /** The other side is gone: calls without an answer fail, and so do later ones. */
  end(error: Error): void {
    this.#ended ??= error
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  async #run({ call, name, values }: Extract<Message, { call: number }>): Promise<void> {
    try {
      this.#send({ answer: call, value: await this.functions[name]!(...(values as never[])) })
    } catch (error) {
      const { message, stack, constructor } = error as Error
      const fields = Object.fromEntries(
        Object.entries(error as object).filter(([, value]) =>
          ['string', 'number', 'boolean'].includes(typeof value)
        )
      )
      this.#send({ answer: call, error: { name: constructor.name, message, stack, fields } })
    }
  }

  #settle(message: Extract<Message, { answer: number }>): void {
    const waiting = this.#waiting.get(message.answer)
    this.#waiting.delete(message.answer)
    if ('error' in message) waiting?.reject(new ThreadCallFailed(message.error))
    else waiting?.resolve(message.value as never)
  }

  #send(message: Message): void {
    this.port.postMessage(message)
  }
}

/** A thread that is called, and may call back, until it is closed. */
export class CallingThread {
  readonly #thread: Worker
  readonly #calls: ThreadCalls
  readonly #exited: Promise<void>

  /**
   * @param module URL of the thread's module without the ending of its file; it makes `ThreadCalls` over its parent's port
   * @param workerData what it starts with; a value that can be cloned
   * @param functions what it may call
   */
  constructor(module: URL, workerData: unknown, functions: ThreadCalls['functions']) {
    this.#thread = startThread(module, { workerData })
    this.#calls = new ThreadCalls(this.#thread, functions)
    this.#thread.on('error', (error) => this.#calls.end(error as Error))
    this.#exited = new Promise((resolve) => {
      this.#thread.once('exit', () => {
        this.#calls.end(new Error('The thread has ended.'))
        resolve()
      })
    })
  }

  /**
   * Calls a function of the thread. When the signal is raised, its function
   * `abort` is called, and this one is expected to come to an end by itself.
   *
   * @throws ThreadCallFailed when it threw
   */
  async call<Result>(signal: AbortSignal, name: string, ...values: unknown[]): Promise<Result> {
    const abort = () => void this.#calls.call('abort').catch(() => {})
    const result = this.#calls.call<Result>(name, ...values)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await result
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  /** From now on it keeps no process alive, unless it is called. */
  unref(): void {
    this.#thread.unref()
  }

  /** Ends it, whatever it does. */
  async close(): Promise<void> {
    await this.#thread.terminate()
    await this.#exited
  }
}
