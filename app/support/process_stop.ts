/**
 * The stop of this process: a signal to the work in progress, the time that is
 * left, and the names of what has not ended, for a stop that does not wait for it.
 */
import { setMaxListeners } from 'node:events'
import { tracingChannel } from 'node:diagnostics_channel'

/** Milliseconds until a stop continues without the work that has not ended. */
export const STOP_WAITS = 7_000
/** Milliseconds until the private database is stopped without flushing its memory: its log has all. */
export const STOP_FLUSHES = 9_000

const stopping = new AbortController()
let startedAt = Infinity

/** Aborted when this process begins to stop: for work that is not part of a request. */
export const stopSignal = stopping.signal
setMaxListeners(0, stopSignal)

/** Begins the stop; a second call changes nothing. */
export function beginStop(): void {
  if (stopSignal.aborted) return
  startedAt = performance.now()
  stopping.abort()
}

/**
 * @param milliseconds length of a phase of the stop, from its beginning
 * @returns milliseconds until the phase is over, 0 after that; Infinity while nothing stops
 */
export function timeUntil(milliseconds: number): number {
  return Math.max(0, startedAt + milliseconds - performance.now())
}

interface Work {
  name: string | (() => string)
  since: number
}

const running = new Set<Work>()

/**
 * Notes that work is in progress.
 *
 * @param name for the log: it holds no secrets and no content of records
 * @returns to be called at its end
 */
export function noteWork(name: string | (() => string)): () => void {
  const work = { name, since: performance.now() }
  running.add(work)
  return () => running.delete(work)
}

/**
 * Runs work that a stop reports by its name when it does not end in time.
 *
 * @returns what the work returns
 */
export async function namedWork<T>(
  name: string | (() => string),
  work: () => T | Promise<T>
): Promise<T> {
  const ended = noteWork(name)
  try {
    return await work()
  } finally {
    ended()
  }
}

/** @returns work in progress with its age, the oldest first: `job alerts.send, 12 s` */
export function unfinishedWork(): string[] {
  const now = performance.now()
  return [...running].map(({ name, since }) => {
    const text = typeof name === 'string' ? name : name()
    return `${text}, ${((now - since) / 1000).toFixed(1)} s`
  })
}

/** Notes the `shutdown` of each provider while it runs, as the framework announces it. */
export function nameShutdowns(): void {
  const ends = new WeakMap<object, () => void>()
  tracingChannel<unknown, { provider?: object }>('adonisjs.provider.shutdown').subscribe({
    start: (message) =>
      void ends.set(message, noteWork(`shutdown of ${message.provider?.constructor.name}`)),
    asyncEnd: (message) => ends.get(message)?.(),
    end: () => {},
    asyncStart: () => {},
    error: (message) => ends.get(message)?.(),
  })
}
