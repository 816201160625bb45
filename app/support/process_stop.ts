/**
 * Shutdown of this process: a signal for work in progress, the remaining time, and the names
 * of unfinished work, for a shutdown that doesn't wait for it.
 */
import { setMaxListeners } from 'node:events'
import { tracingChannel } from 'node:diagnostics_channel'

/** Milliseconds after which a shutdown stops waiting for unfinished work. */
export const STOP_WAITS = 7_000
/**
 * Milliseconds after which the embedded database is stopped without a checkpoint. Its
 * write-ahead log contains all changes.
 */
export const STOP_FLUSHES = 9_000

const stopping = new AbortController()
let startedAt = Infinity

/** Aborted when the shutdown of this process begins. For work that isn't part of a request. */
export const stopSignal = stopping.signal
setMaxListeners(0, stopSignal)

/** Begins the shutdown. Repeated calls have no effect. */
export function beginStop(): void {
  if (stopSignal.aborted) return
  startedAt = performance.now()
  stopping.abort()
}

/**
 * @param milliseconds length of a shutdown phase, from the start of the shutdown
 * @returns milliseconds until the end of the phase, at least 0; Infinity before a shutdown
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
 * Registers work in progress.
 *
 * @param name logged, so it must not contain secrets or record contents
 * @returns a function to call when the work ends
 */
export function noteWork(name: string | (() => string)): () => void {
  const work = { name, since: performance.now() }
  running.add(work)
  return () => running.delete(work)
}

/**
 * Runs work that is logged by name if it doesn't end in time during a shutdown.
 *
 * @returns the result of the work
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

/** @returns the work in progress with its age, oldest first: `job alerts.send, 12 s` */
export function unfinishedWork(): string[] {
  const now = performance.now()
  return [...running].map(({ name, since }) => {
    const text = typeof name === 'string' ? name : name()
    return `${text}, ${((now - since) / 1000).toFixed(1)} s`
  })
}

/**
 * Registers the `shutdown` method of each provider while it runs, based on the framework's
 * tracing channel.
 */
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
