/**
 * The entries of a rolling window as (time, cost) pairs, oldest first. Times are in
 * milliseconds since 1970.
 */
export const MILLISECONDS = 1_000

/**
 * Maximum number of entries: limits up to this number have one entry per request, higher
 * limits use time buckets.
 */
const MAX_ENTRIES = 1_000

/** Number of expired entries after which the lists are truncated. */
const CUT_AT = 256

export class RollingWindow {
  #times: number[] = []
  /** Cumulative cost up to and including each entry. */
  #totals: number[] = []
  /** Number of expired entries at the start of the lists. */
  #start = 0
  /** Total cost of the expired entries. */
  #gone = 0
  /** Number of entries removed from the lists. */
  #cutOff = 0

  constructor(
    /** Length of the window. */
    readonly seconds: number
  ) {}

  /** Total cost in the window. */
  used(now: number): number {
    this.#expire(now)
    return this.#total - this.#gone
  }

  /**
   * When the window next frees capacity: for a full window, when a request would pass again;
   * otherwise when its oldest entry expires.
   *
   * @returns null if the window is empty or nothing can pass
   */
  freesAt(limit: number, now: number): number | null {
    const used = this.used(now)
    if (!used || !limit) return null
    const leaving = Math.max(1, used - limit + 1)
    let entry = this.#start
    while (this.#totals[entry]! - this.#gone < leaving) entry++
    return this.#times[entry]! + this.seconds * MILLISECONDS
  }

  /**
   * Adds a cost. Windows with a limit up to 1,000 record the time of each request. Others have
   * 1,000 buckets, and an entry is placed at the end of its bucket so that it never expires
   * early.
   */
  add(cost: number, limit: number, now: number): void {
    const last = this.#times.at(-1) ?? 0
    const time = Math.max(last, limit > MAX_ENTRIES ? this.#bucketEnd(now) : now)
    const total = this.#total + cost
    if (time === last && this.#times.length > this.#start) {
      this.#totals[this.#totals.length - 1] = total
      return
    }
    this.#times.push(time)
    this.#totals.push(total)
  }

  /**
   * The numbers of the first entry in the window and of the entry after the last. The number
   * of an entry never changes.
   */
  numbers(now: number): [first: number, end: number] {
    this.#expire(now)
    return [this.#cutOff + this.#start, this.#cutOff + this.#times.length]
  }

  /** Time and cost of an entry by its number. */
  entry(number: number): [time: number, cost: number] {
    const index = number - this.#cutOff
    return [this.#times[index]!, this.#costAt(index)]
  }

  /** The entries in the window, oldest first. */
  entries(now: number): [time: number, cost: number][] {
    this.#expire(now)
    return this.#times
      .slice(this.#start)
      .map((time, index) => [time, this.#costAt(this.#start + index)])
  }

  /** Creates a window from entries, oldest first. */
  static of(seconds: number, entries: Iterable<[time: number, cost: number]>): RollingWindow {
    const window = new RollingWindow(seconds)
    for (const [time, cost] of entries) {
      window.#times.push(time)
      window.#totals.push(window.#total + cost)
    }
    return window
  }

  get #total(): number {
    return this.#totals.at(-1) ?? this.#gone
  }

  #costAt(index: number): number {
    return this.#totals[index]! - (index === this.#start ? this.#gone : this.#totals[index - 1]!)
  }

  #bucketEnd(now: number): number {
    const width = (this.seconds * MILLISECONDS) / MAX_ENTRIES
    return (Math.floor(now / width) + 1) * width
  }

  #expire(now: number): void {
    if (this.#times.at(-1)! > now + this.seconds * MILLISECONDS) this.#setBack(now)
    const border = now - this.seconds * MILLISECONDS
    while (this.#start < this.#times.length && this.#times[this.#start]! <= border) {
      this.#gone = this.#totals[this.#start++]!
    }
    if (this.#start === this.#times.length) this.#forget()
    else if (this.#start >= CUT_AT) this.#cut()
  }

  /**
   * Handles a clock that was wrong and has been set back. Entries in the future are moved to
   * the present, so that no caller waits longer than two windows. Smaller differences between
   * server clocks are ignored.
   */
  #setBack(now: number): void {
    for (let at = this.#start; at < this.#times.length; at++)
      this.#times[at] = Math.min(this.#times[at]!, now)
  }

  #forget(): void {
    this.#cutOff += this.#times.length
    this.#times = []
    this.#totals = []
    this.#start = this.#gone = 0
  }

  #cut(): void {
    const gone = this.#gone
    this.#cutOff += this.#start
    this.#times = this.#times.slice(this.#start)
    this.#totals = this.#totals.slice(this.#start).map((total) => total - gone)
    this.#start = this.#gone = 0
  }
}
