/**
 * Function calls between a thread and its parent. Each side exposes functions to the other,
 * and every call gets a response.
 */
import type { MessagePort, Worker } from 'node:worker_threads'
import { startThread } from './start_thread.js'

type Message =
  | { call: number; name: string; values: unknown[] }
  | { answer: number; value: unknown }
  | { answer: number; error: CalledError }

/** The parts of an error that are sent to the other thread. */
interface CalledError {
  /** Name of its class. */
  name: string
  message: string
  stack?: string
  /** Its own properties that can be cloned, such as codes. */
  fields: Record<string, unknown>
}

/**
 * An error thrown by a called function in the other thread. Its name is the class of the
 * original error.
 */
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
   * @param port port to the other side
   * @param functions functions the other side may call; values and results are cloned
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

  /** @throws ThreadCallFailed if the function threw, or the error passed to `end` */
  call<Result>(name: string, ...values: unknown[]): Promise<Result> {
    if (this.#ended) return Promise.reject(this.#ended)
    const call = ++this.#calls
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject })
      this.#send({ call, name, values })
    })
  }

  /** Called when the other side has ended. Pending and later calls fail. */
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
   * @param module URL of the thread's module without the file extension; it creates
   *   `ThreadCalls` with its parent's port
   * @param workerData initial data; a value that can be cloned
   * @param functions functions the thread may call
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
   * Calls a function of the thread. When the signal is aborted, the thread's `abort` function
   * is called, and the call is expected to end.
   *
   * @throws ThreadCallFailed if the function threw
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

  /** Lets the process exit while the thread isn't called. */
  unref(): void {
    this.#thread.unref()
  }

  /** Terminates the thread. */
  async close(): Promise<void> {
    await this.#thread.terminate()
    await this.#exited
  }
}
