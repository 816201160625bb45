/**
 * Starts a thread that observes the event loop of this process, and records how long it was
 * blocked recently.
 */
import { url as inspectorUrl } from 'node:inspector'
import { startThread } from '../start_thread.js'
import { BEATS, IS_DEBUGGED, type WatchdogData } from './watchdog_data.js'

/** Milliseconds between beats, long enough to keep an idle process idle. */
const PERIOD = 2_000
/** Milliseconds for which a late beat is kept. */
const REMEMBERED = 60_000
/** Memory limits of the thread in megabytes. */
const MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 }

export interface WatchdogOptions {
  /** Maximum milliseconds the event loop may be blocked before the process is ended. */
  limit: number
  isLogged: boolean
}

export class Watchdog {
  /** Late beats of the last minute: time and delay in milliseconds. */
  #late: { at: number; by: number }[] = []
  #beatAt = performance.now()
  readonly #period: number
  readonly #state: Int32Array

  /** Starts the observation, which lasts until the process ends. */
  constructor({ limit, isLogged }: WatchdogOptions) {
    const memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
    this.#state = new Int32Array(memory)
    this.#period = Math.min(PERIOD, limit / 5)
    this.#beat()
    setInterval(() => this.#beat(), this.#period).unref()
    const data: WatchdogData = { memory, period: this.#period, limit, isLogged }
    const thread = startThread(new URL('./watchdog_thread', import.meta.url), {
      workerData: data,
      resourceLimits: MEMORY,
    })
    thread.on('error', (error) => console.error(`curia: the watchdog stopped: ${error.message}`))
    thread.unref()
  }

  /** The longest block of the event loop in the last minute, in milliseconds. */
  get longestBlock(): number {
    this.#forget()
    return Math.max(0, ...this.#late.map(({ by }) => by))
  }

  #beat(): void {
    const now = performance.now()
    const by = now - this.#beatAt - this.#period
    this.#beatAt = now
    this.#forget()
    if (by > 0) this.#late.push({ at: now, by })
    Atomics.store(this.#state, IS_DEBUGGED, inspectorUrl() ? 1 : 0)
    Atomics.add(this.#state, BEATS, 1)
  }

  #forget(): void {
    const since = performance.now() - REMEMBERED
    this.#late = this.#late.filter(({ at }) => at >= since)
  }
}

let watchdog: Watchdog | undefined

/** Starts the watchdog of this process. */
export function startWatchdog(options: WatchdogOptions): void {
  watchdog ??= new Watchdog(options)
}

/** The watchdog of this process, if it is running. */
export function runningWatchdog(): Watchdog | undefined {
  return watchdog
}
