/**
 * Ledgers as bytes: numbers of seven bits per byte (LEB128), times as the
 * distance from the entry before.
 */
import { Ledger } from './ledger.js'
import { RollingWindow } from './rolling_window.js'
import { UsageDays } from './usage_days.js'

const FORMAT = 1

/** @param now milliseconds since 1970; what has left its window by then is not written */
export function encodeLedger(ledger: Ledger, now: number): Buffer {
  const out = new Output()
  out.number(FORMAT)
  out.number(ledger.days.lifetime)
  out.number(ledger.days.counts.size)
  for (const [day, count] of ledger.days.counts) {
    out.number(day)
    out.number(count)
  }
  out.number(ledger.scopes.size)
  for (const [scope, windows] of ledger.scopes) {
    const used = [...windows.values()].filter((window) => window.used(now))
    out.text(scope)
    out.number(used.length)
    for (const window of used) encodeWindow(out, window, now)
  }
  return out.bytes()
}

/** The ledger a store has: a new one where it has none. */
export function openLedger(bytes: Buffer | null): Ledger {
  return bytes ? decodeLedger(bytes) : new Ledger()
}

/** @throws Error when the bytes are of a later format */
export function decodeLedger(bytes: Buffer): Ledger {
  const input = new Input(bytes)
  const format = input.number()
  if (format !== FORMAT) throw new Error(`throttle ledger of unknown format ${format}`)
  const lifetime = input.number()
  const counts = new Map<number, number>()
  for (let days = input.number(); days > 0; days--) counts.set(input.number(), input.number())
  const scopes = new Map<string, Map<number, RollingWindow>>()
  for (let count = input.number(); count > 0; count--) {
    const scope = input.text()
    const windows = new Map<number, RollingWindow>()
    for (let left = input.number(); left > 0; left--) {
      const window = decodeWindow(input)
      windows.set(window.seconds, window)
    }
    scopes.set(scope, windows)
  }
  return new Ledger(scopes, new UsageDays(counts, lifetime))
}

function encodeWindow(out: Output, window: RollingWindow, now: number): void {
  const [first, end] = window.numbers(now)
  out.number(window.seconds)
  out.number(end - first)
  if (first === end) return
  const [time, cost] = window.entry(first)
  encodeEntry(out, time, cost)
  if (end - first === 1) return
  let known = encoded.get(window)
  if (!known) encoded.set(window, (known = new EncodedEntries()))
  out.append(known.bytes(window, first + 1, end - 1))
  const [last, lastCost] = window.entry(end - 1)
  encodeEntry(out, last - window.entry(end - 2)[0], lastCost)
}

/** Most entries are one request; the lowest bit says so. */
function encodeEntry(out: Output, distance: number, cost: number): void {
  out.number(distance * 2 + (cost === 1 ? 0 : 1))
  if (cost !== 1) out.number(cost)
}

const encoded = new WeakMap<RollingWindow, EncodedEntries>()

/** Entries kept that have left their window. */
const MOST_LEFT_OVER = 2_000

/** What stays as it is between two times a window is written: all entries but the first and the last. */
class EncodedEntries {
  /** Number of the first. */
  #from = 0
  /** Where each begins. */
  #places: number[] = []
  #out = new Output()

  /** Entries from one number up to, not including, another. */
  bytes(window: RollingWindow, from: number, end: number): Buffer {
    const behind = from > this.#from + this.#places.length
    if (behind || from - this.#from > MOST_LEFT_OVER) {
      this.#from = from
      this.#places = []
      this.#out = new Output()
    }
    for (let number = this.#from + this.#places.length; number < end; number++) {
      const [time, cost] = window.entry(number)
      this.#places.push(this.#out.length)
      encodeEntry(this.#out, time - window.entry(number - 1)[0], cost)
    }
    return this.#out.between(this.#placeOf(from), this.#placeOf(end))
  }

  #placeOf(number: number): number {
    return this.#places[number - this.#from] ?? this.#out.length
  }
}

function decodeWindow(input: Input): RollingWindow {
  const seconds = input.number()
  const entries: [number, number][] = []
  let time = 0
  for (let left = input.number(); left > 0; left--) {
    const number = input.number()
    time += Math.floor(number / 2)
    entries.push([time, number % 2 ? input.number() : 1])
  }
  return RollingWindow.of(seconds, entries)
}

class Output {
  #buffer = Buffer.allocUnsafe(512)
  #length = 0

  number(value: number): void {
    this.#reserve(8)
    while (value >= 128) {
      this.#buffer[this.#length++] = (value % 128) + 128
      value = Math.floor(value / 128)
    }
    this.#buffer[this.#length++] = value
  }

  text(value: string): void {
    const bytes = Buffer.from(value)
    this.number(bytes.length)
    this.append(bytes)
  }

  append(bytes: Buffer): void {
    this.#reserve(bytes.length)
    bytes.copy(this.#buffer, this.#length)
    this.#length += bytes.length
  }

  get length(): number {
    return this.#length
  }

  /** What was written from one place up to another; changes with what is written later. */
  between(from: number, end: number): Buffer {
    return this.#buffer.subarray(from, end)
  }

  bytes(): Buffer {
    return Buffer.from(this.between(0, this.#length))
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + count))
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}

class Input {
  #place = 0

  constructor(readonly bytes: Buffer) {}

  number(): number {
    let value = 0
    let weight = 1
    for (;;) {
      const byte = this.bytes[this.#place++]!
      value += (byte % 128) * weight
      if (byte < 128) return value
      weight *= 128
    }
  }

  text(): string {
    const length = this.number()
    return this.bytes.toString('utf8', this.#place, (this.#place += length))
  }
}
