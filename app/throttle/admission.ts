/**
 * Deciding on one request: every rate of every scope is looked at, and the
 * request is recorded in all of them or in none.
 */
import type { Ledger } from './ledger.js'
import type { Rate } from './rate.js'

/** What a request costs in one scope. */
export interface Charge {
  scope: string
  /** Name of the history it is recorded in; that of the scope unless said otherwise. */
  history?: string
  rates: readonly Rate[]
  /** 1 for a request; citations are counted one by one. 0 is checked, but not recorded. */
  cost: number
  /** Passes only where all of the cost fits; otherwise where one more does. */
  atOnce?: boolean
}

export interface Admission {
  /** Whose ledger: `account:7`, `address:192.0.2.1`. */
  caller: string
  charges: readonly Charge[]
  /** Whether it counts in the days of the usage report. */
  counted: boolean
}

/** A window of a rate, after the decision. */
export interface WindowStatus {
  scope: string
  rate: Rate
  used: number
  /** Milliseconds since 1970 at which it next frees capacity; null when it is empty or blocked. */
  freesAt: number | null
}

export interface Decision {
  /** The window that refuses: of several, the one that does so for longest. */
  refusedBy: WindowStatus | null
  windows: WindowStatus[]
}

/** Decides and, unless refused, records. A refused request leaves no trace. */
export function decide(
  ledger: Ledger,
  { charges, counted }: Omit<Admission, 'caller'>,
  now: number
): Decision {
  const windows = statusOf(ledger, charges, now)
  const refusedBy = refusing(ledger, windows, charges, now)
  if (refusedBy) return { refusedBy, windows }

  if (counted) ledger.days.count(now)
  let place = 0
  for (const { scope, history = scope, rates, cost } of charges) {
    if (cost) ledger.record(history, rates, cost, now)
    for (const rate of rates) {
      const status = windows[place++]!
      status.used += cost
      // Otherwise the entry that leaves first is still the same one.
      if (status.freesAt === null || status.used >= rate.limit)
        status.freesAt = ledger.window(history, rate, now).freesAt(rate.limit, now)
    }
  }
  return { refusedBy, windows }
}

/** The current windows of the charges. */
export function statusOf(
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
      // Blocked: no time will come.
      if (window.freesAt === null) return window
      if (!longest || window.freesAt > longest.freesAt!) longest = window
    }
  }
  return longest
}
