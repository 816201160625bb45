/**
 * Requests of one account by calendar day (UTC), for the usage report.
 */
import { MILLISECONDS } from './rolling_window.js'

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
