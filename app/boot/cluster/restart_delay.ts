/** Milliseconds a process must live for its end not to count as part of a crash loop. */
const SETTLED = 30_000
const FIRST = 500
const MOST = 30_000

/**
 * How long to wait before a process that died is started again: not at all
 * the first time, then exponentially longer while new ones die early.
 */
export class RestartDelay {
  #earlyDeaths = 0

  /**
   * @param lived milliseconds from its start to its end
   * @returns milliseconds until the next start
   */
  next(lived: number): number {
    if (lived >= SETTLED) this.#earlyDeaths = 0
    const delay = this.#earlyDeaths ? Math.min(FIRST * 2 ** (this.#earlyDeaths - 1), MOST) : 0
    this.#earlyDeaths++
    return delay
  }
}
