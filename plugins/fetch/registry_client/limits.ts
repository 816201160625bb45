/** Timeouts and sizes of the protocol (court system 1, 3, 4, 11). */

/** Timeouts in milliseconds until a response starts, and between its parts. */
export const WAITS = {
  login: 60_000,
  report: 360_000,
  document: 360_000,
  feed: 25_000,
  probe: 5_000,
} as const

/** Timeout of a whole response in milliseconds. */
export const LONGEST_ANSWER = 1_800_000

/** Milliseconds for which a probe's result is cached. */
export const PROBE_HOLDS = 30_000

/** Interval in milliseconds and maximum number of status requests for an ACMS document. */
export const POLL_EVERY = 1_000
export const MAX_POLLS = 90

/** Maximum size in bytes of a page in memory, a file, and a short response. */
export const MAX_PAGE = 50 * 1024 * 1024
export const MAX_FILE = 500 * 1024 * 1024
export const MAX_SHORT_ANSWER = 1024 * 1024

/** Maximum number of redirects per request. */
export const MAX_REDIRECTS = 5
