/** Times and sizes of the protocol (court system 1, 3, 4, 11). */

/** Milliseconds until an answer begins, and between two parts of it. */
export const WAITS = {
  login: 60_000,
  report: 360_000,
  document: 360_000,
  feed: 25_000,
  probe: 5_000,
} as const

/** Milliseconds for an answer as a whole, however steadily it arrives. */
export const LONGEST_ANSWER = 1_800_000

/** Milliseconds for which the answer of a probe holds. */
export const PROBE_HOLDS = 30_000

/** Milliseconds between two questions whether a document of ACMS is ready, and how many are asked. */
export const POLL_EVERY = 1_000
export const MAX_POLLS = 90

/** Bytes of a page, which is kept in memory, of a file, and of an answer that is a few lines. */
export const MAX_PAGE = 50 * 1024 * 1024
export const MAX_FILE = 500 * 1024 * 1024
export const MAX_SHORT_ANSWER = 1024 * 1024

/** Redirects that one request follows. */
export const MAX_REDIRECTS = 5
