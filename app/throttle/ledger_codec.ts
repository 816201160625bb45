/**
 * Encodes ledgers as JSON. The entries of a window are a flat list of time differences and
 * costs.
 */
import { Ledger, UsageDays } from './ledger.js'
import type { WindowSeconds } from './rate.js'
import { RollingWindow } from './rolling_window.js'

const FORMAT = 2

interface StoredLedger {
  format: number
  lifetime: number
  days: [day: number, count: number][]
  /** Entries by scope and window length. */
  scopes: Record<string, Record<string, number[]>>
}

/** @param now milliseconds since 1970; entries that have expired by then are omitted */
export function encodeLedger({ days, scopes }: Ledger, now: number): Buffer {
  const stored: StoredLedger = {
    format: FORMAT,
    lifetime: days.lifetime,
    days: [...days.counts],
    scopes: {},
  }
  for (const [scope, windows] of scopes) {
    const entries: Record<string, number[]> = (stored.scopes[scope] = {})
    for (const [seconds, window] of windows)
      if (window.used(now)) entries[seconds] = encodeWindow(window, now)
  }
  return Buffer.from(JSON.stringify(stored))
}

/** Decodes a stored ledger. A missing ledger or another format results in a new ledger. */
export function openLedger(bytes: Buffer | null): Ledger {
  // Earlier versions wrote packed numbers, which never start like a JSON object.
  return bytes?.[0] === OBJECT ? decodeLedger(bytes) : new Ledger()
}

const OBJECT = '{'.charCodeAt(0)

/** @throws Error when the bytes have a later format */
export function decodeLedger(bytes: Buffer): Ledger {
  const stored = JSON.parse(bytes.toString()) as StoredLedger
  if (stored.format !== FORMAT)
    throw new Error(`unknown format ${stored.format} of a throttle ledger`)
  const scopes = Object.entries(stored.scopes).map(([scope, windows]) => {
    const decoded = Object.entries(windows).map(([length, entries]) => {
      const seconds = Number(length) as WindowSeconds
      return [seconds, decodeWindow(seconds, entries)] as const
    })
    return [scope, new Map<number, RollingWindow>(decoded)] as const
  })
  return new Ledger(new Map(scopes), new UsageDays(new Map(stored.days), stored.lifetime))
}

function encodeWindow(window: RollingWindow, now: number): number[] {
  const [first, end] = window.numbers(now)
  const list: number[] = []
  let before = 0
  for (let number = first; number < end; number++) {
    const [time, cost] = window.entry(number)
    list.push(time - before, cost)
    before = time
  }
  return list
}

function decodeWindow(seconds: WindowSeconds, list: number[]): RollingWindow {
  const entries: [number, number][] = []
  let time = 0
  for (let at = 0; at < list.length; at += 2) {
    time += list[at]!
    entries.push([time, list[at + 1]!])
  }
  return RollingWindow.of(seconds, entries)
}
