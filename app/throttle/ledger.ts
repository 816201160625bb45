/** The usage history of a caller: requests in each window of each scope, and requests per day. */
import { MILLISECONDS, RollingWindow } from './rolling_window.js'
import type { Rate } from './rate.js'

export class Ledger {
  /** By scope, then by window length. */
  readonly scopes: Map<string, Map<number, RollingWindow>>

  constructor(
    scopes = new Map<string, Map<number, RollingWindow>>(),
    readonly days = new UsageDays()
  ) {
    this.scopes = scopes
  }

  /**
   * The window of a rate. A new window starts with the entries of the scope's longest window,
   * so that changed limits keep the known history.
   */
  window(scope: string, { seconds }: Rate, now: number): RollingWindow {
    let windows = this.scopes.get(scope)
    if (!windows) this.scopes.set(scope, (windows = new Map()))
    let window = windows.get(seconds)
    if (!window) {
      const longest = Math.max(...windows.keys())
      const known = windows.get(longest)?.entries(now) ?? []
      window = RollingWindow.of(seconds, known)
      windows.set(seconds, window)
    }
    return window
  }

  /**
   * The cost charged in a scope within the last seconds, as far as its windows cover them.
   * Uses the shortest window that is long enough, or the longest.
   *
   * @returns the cost and the seconds covered
   */
  recent(scope: string, seconds: number, now: number): { used: number; seconds: number } {
    const windows = [...(this.scopes.get(scope)?.values() ?? [])].sort(
      (a, b) => a.seconds - b.seconds
    )
    const window = windows.find((one) => one.seconds >= seconds) ?? windows.at(-1)
    const span = Math.min(seconds, window?.seconds ?? seconds)
    const since = now - span * MILLISECONDS
    const entries = window?.entries(now).filter(([time]) => time > since) ?? []
    return { used: entries.reduce((sum, [, cost]) => sum + cost, 0), seconds: span }
  }

  /**
   * Records a cost in all windows of the scope, including those without a current rate, in
   * case they get one again. A scope that never had a rate has no windows.
   */
  record(scope: string, rates: readonly Rate[], cost: number, now: number): void {
    for (const [seconds, window] of this.scopes.get(scope) ?? []) {
      const limit = rates.find((rate) => rate.seconds === seconds)?.limit ?? Infinity
      window.add(cost, limit, now)
    }
  }
}

/** Days in the usage report, including today (specification, Limits: historical usage). */
export const DAYS_SHOWN = 15

const DAY = 86_400 * MILLISECONDS

/** Requests of a caller per calendar day (UTC), for the usage report. */
export class UsageDays {
  /** @param counts requests by day number since 1970, oldest first */
  constructor(
    readonly counts = new Map<number, number>(),
    /** Requests since the account was created. */
    public lifetime = 0
  ) {}

  /** Counts a request. */
  count(now: number): void {
    const today = Math.floor(now / DAY)
    const before = this.counts.get(today)
    this.counts.set(today, (before ?? 0) + 1)
    this.lifetime++
    if (before === undefined) this.#forgetBefore(today - DAYS_SHOWN + 1)
  }

  /** Days with requests among the last 15, oldest first, as ISO dates with counts. */
  recent(now: number): [date: string, count: number][] {
    const today = Math.floor(now / DAY)
    return [...this.counts]
      .filter(([day]) => day > today - DAYS_SHOWN && day <= today)
      .sort(([a], [b]) => a - b)
      .map(([day, count]) => [new Date(day * DAY).toISOString().slice(0, 10), count])
  }

  /** Merges a copy of the same days; the larger count of each day is kept. */
  merge({ counts, lifetime }: UsageDays): void {
    for (const [day, count] of counts)
      this.counts.set(day, Math.max(count, this.counts.get(day) ?? 0))
    this.lifetime = Math.max(this.lifetime, lifetime)
    this.#forgetBefore(Math.max(...this.counts.keys()) - DAYS_SHOWN + 1)
  }

  #forgetBefore(oldest: number): void {
    for (const day of this.counts.keys()) if (day < oldest) this.counts.delete(day)
  }
}
