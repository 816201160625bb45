/** Data shared by the main thread and the watchdog thread. */

/** Indexes in the shared memory. */
export const BEATS = 0
/** Nonzero while a debugger may pause the main thread. */
export const IS_DEBUGGED = 1

export interface WatchdogData {
  /** Two 32-bit integers. */
  memory: SharedArrayBuffer
  /** Milliseconds between beats. */
  period: number
  /** Maximum milliseconds the event loop may be blocked. */
  limit: number
  /** Whether logging is on. */
  isLogged: boolean
}

/**
 * The signal that ends a process with a blocked event loop. It isn't used otherwise, so
 * supervisors can identify the reason. It leaves no core dump, and the operating system
 * handles it without the process.
 */
export const HUNG_SIGNAL = process.platform === 'win32' ? 'SIGKILL' : 'SIGALRM'
