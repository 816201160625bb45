/** A queued request. */
interface Waiting {
  court: string
  start(): void
}

interface CourtTraffic {
  active: number
  /** Earliest time of the next request. */
  next: number
}

/**
 * Limits concurrent requests per court and in total, with an interval between requests to a court.
 * Requests run in order, except that requests to busy courts are delayed.
 */
export class Gate {
  #active = 0
  #timer: NodeJS.Timeout | undefined
  readonly #waiting: Waiting[] = []
  readonly #courts = new Map<string, CourtTraffic>()
  readonly #limits

  /** @param limits maximum concurrency per court and in total, and interval in milliseconds */
  constructor(limits: { maxPerCourt: number; maxRequests: number; interval: number }) {
    this.#limits = limits
  }

  /**
   * Runs a request when the limits allow it.
   *
   * @throws the signal's reason if it is aborted before the request runs
   */
  async pass<Result>(
    court: string,
    signal: AbortSignal,
    work: () => Promise<Result>
  ): Promise<Result> {
    await this.#turn(court, signal)
    try {
      return await work()
    } finally {
      this.#active--
      this.#trafficOf(court).active--
      this.#advance()
    }
  }

  #turn(court: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      const waiting = {
        court,
        start: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal.reason)
        this.#advance()
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
      this.#advance()
    })
  }

  #trafficOf(court: string): CourtTraffic {
    let traffic = this.#courts.get(court)
    if (!traffic) this.#courts.set(court, (traffic = { active: 0, next: 0 }))
    return traffic
  }

  #advance(): void {
    clearTimeout(this.#timer)
    const now = performance.now()
    let soonest = Infinity
    for (let at = 0; at < this.#waiting.length && this.#active < this.#limits.maxRequests;) {
      const { court, start } = this.#waiting[at]
      const traffic = this.#trafficOf(court)
      if (traffic.active >= this.#limits.maxPerCourt) at++
      else if (traffic.next > now) {
        soonest = Math.min(soonest, traffic.next)
        at++
      } else {
        this.#waiting.splice(at, 1)
        this.#active++
        traffic.active++
        traffic.next = now + this.#limits.interval
        start()
      }
    }
    if (soonest < Infinity) this.#timer = setTimeout(() => this.#advance(), soonest - now)
  }
}
