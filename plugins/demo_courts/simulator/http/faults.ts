/** A failure that a test asks for. */
export interface Fault {
  /** Requests it is for; any, unless given. */
  host?: string
  path?: RegExp
  method?: string
  /** How many requests fail so; one unless given. */
  times?: number
  /**
   * `status`: an answer of the web server; `cut`: the connection ends; `malformed`: a broken page;
   * `slow`: the usual answer, late; `page`: the sentence of a court in place of the page.
   */
  kind: 'cut' | 'malformed' | 'page' | 'slow' | 'status'
  /** Of `status`; 500 unless given. */
  status?: number
  /** Milliseconds of `slow`. */
  delay?: number
  /** Of `page`. */
  text?: string
  /**
   * `before` (unless given) the program runs, or `after` it: then whatever the request does, such
   * as being billed, is done, and the answer is lost or stops half way.
   */
  when?: 'after' | 'before'
}

/** What of a request decides whether a fault is for it. */
interface Asked {
  host: string
  path: string
  method: string
}

const MAX_FAULTS = 1_000

/** Failures to come, in the order in which tests asked for them. */
export class Faults {
  #waiting: Fault[] = []

  add(fault: Fault): void {
    if (this.#waiting.length < MAX_FAULTS) this.#waiting.push({ times: 1, ...fault })
  }

  clear(): void {
    this.#waiting = []
  }

  /** The failure of a request, if one waits for it. */
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
