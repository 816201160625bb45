import { RegistryError } from '../registry_error.js'

/**
 * Ends an exchange when its caller does, when nothing arrives for a while, or when it has lasted
 * too long.
 */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #whole: NodeJS.Timeout
  readonly #wait: number
  readonly #caller: AbortSignal
  readonly #abort = () => this.#controller.abort(this.#caller.reason)
  #idle: NodeJS.Timeout

  /**
   * @param caller ends the exchange as well
   * @param wait milliseconds until something arrives
   * @param longest milliseconds for all of it
   */
  constructor(caller: AbortSignal, wait: number, longest: number) {
    caller.throwIfAborted()
    this.#caller = caller
    this.#wait = wait
    this.#whole = setTimeout(() => this.#timeOut(), longest)
    this.#idle = setTimeout(() => this.#timeOut(), wait)
    caller.addEventListener('abort', this.#abort, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Something has arrived. */
  extend(): void {
    clearTimeout(this.#idle)
    if (!this.signal.aborted) this.#idle = setTimeout(() => this.#timeOut(), this.#wait)
  }

  end(): void {
    clearTimeout(this.#idle)
    clearTimeout(this.#whole)
    this.#caller.removeEventListener('abort', this.#abort)
  }

  #timeOut(): void {
    this.#controller.abort(new RegistryError('network_error', 'no answer in time'))
  }
}
