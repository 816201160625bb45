/** How long, in seconds, and how much tools keep (tool server, tools 0). */
export const HOUR = 3600
export const DAY = 24 * HOUR

/** Characters of a value that is kept at most: a page of records, not more. */
export const MAX_LENGTH = 16_000_000
