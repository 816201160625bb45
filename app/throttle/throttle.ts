/**
 * What the rest of the server sees of the throttle. There are two: one that
 * owns all ledgers, and one that shares them with other processes.
 */
import type { Admission, Charge, Decision, WindowStatus } from './admission.js'

export interface Throttle {
  /** Name of the store, for people. */
  readonly store: string
  /** Decides on a request and records it, in one atomic step. */
  admit(admission: Admission): Decision | Promise<Decision>
  /** The windows and days of a caller, without charging anything. */
  look(caller: string, charges: readonly Omit<Charge, 'cost'>[]): Promise<CallerStatus>
  /** Saves what is not saved yet and lets go of its connections. */
  close(): Promise<void>
}

export interface CallerStatus {
  windows: WindowStatus[]
  /** Requests of the last 15 calendar days (UTC), oldest first. */
  days: [date: string, count: number][]
  lifetime: number
}

/** The clock of the throttle: milliseconds since 1970. */
export type Clock = () => number
