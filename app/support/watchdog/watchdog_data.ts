/** What the main thread and the thread of the watchdog share. */

/** Places in the shared memory. */
export const BEATS = 0
/** Not 0 while a debugger may stop the main thread. */
export const IS_DEBUGGED = 1

export interface WatchdogData {
  /** Two 32-bit numbers. */
  memory: SharedArrayBuffer
  /** Milliseconds between two beats. */
  period: number
  /** Milliseconds the event loop may be blocked. */
  limit: number
  /** Whether the log takes lines at all. */
  isLogged: boolean
}

/**
 * The signal that ends a process whose event loop is blocked. Nothing else
 * sends it, so a supervisor can tell this end from others; it leaves no core
 * dump, and the system ends the process without its help.
 */
export const HUNG_SIGNAL = process.platform === 'win32' ? 'SIGKILL' : 'SIGALRM'
