/**
 * All that is remembered of one caller: what passed in each window of each
 * scope, and how many requests there were on each day.
 */

import { MILLISECONDS, RollingWindow } from './rolling_window.js'
import type { Rate } from './rate.js'

export class Ledger {
  /** Windows by scope, then by length. */
  readonly scopes: Map<string, Map<number, RollingWindow>>

  constructor(
    scopes = new Map<string, Map<number, RollingWindow>>(),
    readonly days = new UsageDays()
  ) {
    this.scopes = scopes
  }

  /**
   * The window of a rate. A window that is new, because the rate is, starts
   * with what the scope's other windows remember, so that changed limits
   * forget nothing they could know.
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
   * What a scope was charged within the last seconds, as far as its windows
   * remember: read from the shortest that is as long, else from the longest.
   *
   * @returns the cost, and the seconds it is of
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
   * Records what passes now, in every window of the scope: also in those it
   * has no rate for at the moment, so that they know it when it has again. A
   * scope that never had a rate has none.
   */
  record(scope: string, rates: readonly Rate[], cost: number, now: number): void {
    for (const [seconds, window] of this.scopes.get(scope) ?? []) {
      const limit = rates.find((rate) => rate.seconds === seconds)?.limit ?? Infinity
      window.add(cost, limit, now)
    }
  }
}

/** Days the report shows, today included (specification, Limits: historical usage). */
export const DAYS_SHOWN = 15

const DAY = 86_400 * MILLISECONDS

export class UsageDays {
  /** @param counts requests by number of the day since 1970, oldest first */
  constructor(
    readonly counts = new Map<number, number>(),
    /** Requests since the account exists. */
    public lifetime = 0
  ) {}

  /** Counts one request. */
  count(now: number): void {
    const today = Math.floor(now / DAY)
    const before = this.counts.get(today)
    this.counts.set(today, (before ?? 0) + 1)
    this.lifetime++
    if (before === undefined) this.#forgetBefore(today - DAYS_SHOWN + 1)
  }

  /** Days with requests among the last 15, oldest first, as ISO date and count. */
  recent(now: number): [date: string, count: number][] {
    const today = Math.floor(now / DAY)
    return [...this.counts]
      .filter(([day]) => day > today - DAYS_SHOWN && day <= today)
      .sort(([a], [b]) => a - b)
      .map(([day, count]) => [new Date(day * DAY).toISOString().slice(0, 10), count])
  }

  /** Takes over what another copy of the same days has counted beyond this one. */
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
