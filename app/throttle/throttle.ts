/**
 * What the rest of the server sees of the throttle. There are two: one that
 * owns all ledgers, and one that shares them with other processes.
 */
import {
  statusOf,
  type Admission,
  type Charge,
  type Decision,
  type WindowStatus,
} from './admission.js'
import type { Ledger } from './ledger.js'
import { counter } from '#app/support/metrics'

/** What every throttle offers; a class, so that the container can name it. */
export abstract class Throttle {
  /** Name of the store, for people. */
  abstract readonly store: string
  /** Decides on a request and records it, in one atomic step. */
  abstract admit(admission: Admission): Decision | Promise<Decision>
  /** The windows and days of a caller, without charging anything. */
  abstract inspect(caller: string, charges: readonly Omit<Charge, 'cost'>[]): Promise<CallerStatus>
  /** Saves what is not saved yet and lets go of its connections. */
  abstract close(): Promise<void>
}

export interface CallerStatus {
  windows: WindowStatus[]
  /** Ordinary requests of the last minutes, and how many seconds those are. */
  recent: { used: number; seconds: number }
  /** Requests of the last 15 calendar days (UTC), oldest first. */
  days: [date: string, count: number][]
  lifetime: number
}

/** Seconds that count as recent (web, 2). */
const RECENT = 300

/** What a ledger says of its caller now. */
export function callerStatus(
  ledger: Ledger,
  charges: readonly Omit<Charge, 'cost'>[],
  now: number
): CallerStatus {
  return {
    windows: statusOf(ledger, charges, now),
    recent: ledger.recent('user', RECENT, now),
    days: ledger.days.recent(now),
    lifetime: ledger.days.lifetime,
  }
}

/** The clock of the throttle: milliseconds since 1970. */
export type Clock = () => number

const decisions = counter(
  'curia_throttle_decisions_total',
  'Requests checked against rate limits, by the scope that refused or the first one charged.',
  ['scope', 'decision']
)

/** Counts a decision. */
export function countDecision({ charges }: Admission, { refusedBy }: Decision): void {
  const scope = refusedBy?.scope ?? charges[0]?.scope ?? 'none'
  decisions.inc({ scope, decision: refusedBy ? 'refused' : 'admitted' })
}
