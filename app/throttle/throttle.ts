/**
 * The interface of the throttle. One implementation owns all ledgers, the other shares them
 * with other processes.
 */
import {
  getWindowStatuses,
  type Admission,
  type Charge,
  type Decision,
  type WindowStatus,
} from './admission.js'
import type { Ledger } from './ledger.js'
import { counter } from '#app/support/metrics'

/** A class rather than an interface, so that the container can bind it. */
export abstract class Throttle {
  /** Display name of the store. */
  abstract readonly store: string
  /** Decides on a request and records it, atomically. */
  abstract admit(admission: Admission): Decision | Promise<Decision>
  /** The windows and days of a caller, without charging. */
  abstract inspect(caller: string, charges: readonly Omit<Charge, 'cost'>[]): Promise<CallerStatus>
  /** Saves unsaved changes and closes its connections. */
  abstract close(): Promise<void>
}

export interface CallerStatus {
  windows: WindowStatus[]
  /** Ordinary requests in the last minutes, and the seconds they cover. */
  recent: { used: number; seconds: number }
  /** Requests of the last 15 calendar days (UTC), oldest first. */
  days: [date: string, count: number][]
  lifetime: number
}

/** Seconds that count as recent (web, 2). */
const RECENT = 300

/** The current status of a ledger. */
export function callerStatus(
  ledger: Ledger,
  charges: readonly Omit<Charge, 'cost'>[],
  now: number
): CallerStatus {
  return {
    windows: getWindowStatuses(ledger, charges, now),
    recent: ledger.recent('user', RECENT, now),
    days: ledger.days.recent(now),
    lifetime: ledger.days.lifetime,
  }
}

/** Returns milliseconds since 1970. */
export type Clock = () => number

const decisions = counter(
  'curia_throttle_decisions_total',
  'Requests checked against rate limits, by the exceeded scope or the first charged scope.',
  ['scope', 'decision']
)

export function countDecision({ charges }: Admission, { refusedBy }: Decision): void {
  const scope = refusedBy?.scope ?? charges[0]?.scope ?? 'none'
  decisions.inc({ scope, decision: refusedBy ? 'refused' : 'admitted' })
}
