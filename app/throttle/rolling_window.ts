/**
 * What passed through one rolling window, as a list of (time, cost) entries,
 * oldest first. Times are milliseconds since 1970.
 */
export const MILLISECONDS = 1_000

/** Entries of a window at most: one for each request up to this limit, buckets of time above it. */
const MAX_ENTRIES = 1_000

/** Expired entries in front of the list before it is cut. */
const CUT_AT = 256

export class RollingWindow {
  #times: number[] = []
  /** Cost of an entry and of all before it. */
  #totals: number[] = []
  /** Entries in front that have left the window. */
  #start = 0
  /** Cost of those that have left it. */
  #gone = 0
  /** Entries that were cut off the lists. */
  #cutOff = 0

  constructor(
    /** Length of the window. */
    readonly seconds: number
  ) {}

  /** Cost in the window. */
  used(now: number): number {
    this.#expire(now)
    return this.#total - this.#gone
  }

  /**
   * When the window next frees capacity: for a full one the time at which a
   * request would pass again, otherwise when its oldest entry leaves.
   *
   * @returns null when the window is empty or nothing ever passes
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
   * Adds what passes now. Limits up to 1,000 keep each request's own time;
   * above that a window is 1,000 buckets and an entry is at its bucket's
   * end, so that it never leaves early.
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
   * Numbers of the entries in the window: that of the first, and the one after
   * the last. An entry keeps its number.
   */
  numbers(now: number): [first: number, end: number] {
    this.#expire(now)
    return [this.#cutOff + this.#start, this.#cutOff + this.#times.length]
  }

  /** Time and cost of the entry of a number. */
  entry(number: number): [time: number, cost: number] {
    const index = number - this.#cutOff
    return [this.#times[index]!, this.#costAt(index)]
  }

  /** Entries in the window, oldest first, as (time, cost). */
  entries(now: number): [time: number, cost: number][] {
    this.#expire(now)
    return this.#times
      .slice(this.#start)
      .map((time, index) => [time, this.#costAt(this.#start + index)])
  }

  /** A window whose entries are those given, oldest first. */
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
   * The clock was wrong, and was set back: what passed meanwhile counts as passed now, so that no
   * caller waits longer than two windows. Clocks of servers that differ by less change nothing.
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
