/** Milliseconds after which the end of a process doesn't count as a crash loop. */
const SETTLED = 30_000
const FIRST = 500
const MOST = 30_000

/**
 * Delay before a dead process is restarted: none at first, then with exponential backoff while
 * new processes die early.
 */
export class RestartDelay {
  #earlyDeaths = 0

  /**
   * @param lived lifetime in milliseconds
   * @returns milliseconds until the restart
   */
  next(lived: number): number {
    if (lived >= SETTLED) this.#earlyDeaths = 0
    const delay = this.#earlyDeaths ? Math.min(FIRST * 2 ** (this.#earlyDeaths - 1), MOST) : 0
    this.#earlyDeaths++
    return delay
  }
}
