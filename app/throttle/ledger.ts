/**
 * All that is remembered of one caller: what passed in each window of each
 * scope, and how many requests there were on each day.
 */
import { UsageDays } from './usage_days.js'
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
