/** A failure for a test. */
export interface Fault {
  /** Matching requests; default: any. */
  host?: string
  path?: RegExp
  method?: string
  /** Number of requests that fail; default: 1. */
  times?: number
  /**
   * `status`: a response of the web server; `cut`: a closed connection; `malformed`: a broken page;
   * `slow`: a delayed response; `page`: a message of the court instead of the page.
   */
  kind: 'cut' | 'malformed' | 'page' | 'slow' | 'status'
  /** Status code of `status`; default: 500. */
  status?: number
  /** Delay of `slow` in milliseconds. */
  delay?: number
  /** Message of `page`. */
  text?: string
  /**
   * Whether the request fails before (default) or after the program runs. After it, the effects of
   * the request, such as the charge, have occurred, and the response is lost or incomplete.
   */
  when?: 'after' | 'before'
}

/** Properties of a request that faults match. */
interface Asked {
  host: string
  path: string
  method: string
}

const MAX_FAULTS = 1_000

/** Pending faults, in order. */
export class Faults {
  #waiting: Fault[] = []

  add(fault: Fault): void {
    if (this.#waiting.length < MAX_FAULTS) this.#waiting.push({ times: 1, ...fault })
  }

  clear(): void {
    this.#waiting = []
  }

  /** Consumes the first pending fault that matches a request. */
  take(asked: Asked): Fault | undefined {
    const at = this.#waiting.findIndex((fault) => isFor(fault, asked))
    if (at === -1) return undefined
    const fault = this.#waiting[at]
    fault.times = fault.times! - 1
    if (fault.times <= 0) this.#waiting.splice(at, 1)
    return fault
  }
}

const isFor = (fault: Fault, { host, path, method }: Asked): boolean =>
  (fault.host === undefined || fault.host === host) &&
  (fault.method === undefined || fault.method === method) &&
  (fault.path === undefined || fault.path.test(path))
