/**
 * Decides whether a request is within its rate limits. All rates of all scopes are checked,
 * and the request is recorded in all scopes or in none.
 */
import type { Ledger } from './ledger.js'
import type { Rate } from './rate.js'

/** The cost of a request in one scope. */
export interface Charge {
  scope: string
  /** Name of the history that records it; the scope's name by default. */
  history?: string
  rates: readonly Rate[]
  /**
   * 1 for a request; citations are counted individually. A cost of 0 is checked but not
   * recorded.
   */
  cost: number
  /** Requires room for the whole cost; otherwise room for one is enough. */
  atOnce?: boolean
}

export interface Admission {
  /** Key of the ledger: `account:7`, `address:192.0.2.1`. */
  caller: string
  charges: readonly Charge[]
  /** Whether the request counts in the daily usage report. */
  counted: boolean
}

/** The state of a rate's window after the decision. */
export interface WindowStatus {
  scope: string
  rate: Rate
  used: number
  /**
   * Time in milliseconds since 1970 at which capacity is next freed; null if the window is
   * empty or blocked.
   */
  freesAt: number | null
}

export interface Decision {
  /** The exceeded window, or of several, the window that blocks longest. */
  refusedBy: WindowStatus | null
  windows: WindowStatus[]
}

/** Decides, and records the request unless it is rejected. Rejected requests aren't recorded. */
export function decideAdmission(
  ledger: Ledger,
  { charges, counted }: Omit<Admission, 'caller'>,
  now: number
): Decision {
  const windows = getWindowStatuses(ledger, charges, now)
  const refusedBy = refusing(ledger, windows, charges, now)
  if (refusedBy) return { refusedBy, windows }

  if (counted) ledger.days.count(now)
  let place = 0
  for (const { scope, history = scope, rates, cost } of charges) {
    if (cost) ledger.record(history, rates, cost, now)
    for (const rate of rates) {
      const status = windows[place++]!
      status.used += cost
      // Otherwise the same entry expires first.
      if (status.freesAt === null || status.used >= rate.limit)
        status.freesAt = ledger.window(history, rate, now).freesAt(rate.limit, now)
    }
  }
  return { refusedBy, windows }
}

/** The current windows of the charges. */
export function getWindowStatuses(
  ledger: Ledger,
  charges: readonly Omit<Charge, 'cost'>[],
  now: number
): WindowStatus[] {
  const windows: WindowStatus[] = []
  for (const { scope, history = scope, rates } of charges) {
    for (const rate of rates) {
      const window = ledger.window(history, rate, now)
      const used = window.used(now)
      windows.push({ scope, rate, used, freesAt: window.freesAt(rate.limit, now) })
    }
  }
  return windows
}

function refusing(
  ledger: Ledger,
  windows: WindowStatus[],
  charges: readonly Charge[],
  now: number
): WindowStatus | null {
  let longest: WindowStatus | null = null
  let place = 0
  for (const { scope, history = scope, rates, cost, atOnce } of charges) {
    for (const rate of rates) {
      let window = windows[place++]!
      const needed = atOnce ? Math.max(1, cost) : 1
      if (window.used + needed <= rate.limit) continue
      if (needed > 1) {
        const room = Math.max(0, rate.limit - needed + 1)
        window = { ...window, freesAt: ledger.window(history, rate, now).freesAt(room, now) }
      }
      // Blocked permanently.
      if (window.freesAt === null) return window
      if (!longest || window.freesAt > longest.freesAt!) longest = window
    }
  }
  return longest
}
