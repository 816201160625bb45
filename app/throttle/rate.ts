/** Rates in the notation of the API: `5/min`. */

/** Window length in seconds by the name of the period. */
export const PERIODS = { min: 60, hour: 3600, day: 86_400 } as const

export type Period = keyof typeof PERIODS
export type WindowSeconds = (typeof PERIODS)[Period]

export interface Rate {
  /** Maximum number of requests (or citations) in a window; 0 blocks. */
  limit: number
  seconds: WindowSeconds
}

/** Largest accepted limit. */
const HIGHEST_LIMIT = 100_000_000

const SPELLINGS: Record<string, Period> = {
  m: 'min',
  min: 'min',
  minute: 'min',
  h: 'hour',
  hour: 'hour',
  d: 'day',
  day: 'day',
}

/**
 * Parses a rate. Accepts the periods m, min, minute, h, hour, d, and day.
 *
 * @throws RangeError with a message for the user
 */
export function parseRate(text: string): Rate {
  const match = /^(\d{1,9})\/([a-z]+)$/.exec(text.trim())
  const period = match && SPELLINGS[match[2]!]
  if (!match || !period) {
    throw new RangeError(
      `"${text}" is not a valid rate. Enter a whole number, a slash, and min, hour, or day, for example 100/hour.`
    )
  }
  const limit = Number(match[1])
  if (limit > HIGHEST_LIMIT) {
    throw new RangeError(`The maximum rate is ${HIGHEST_LIMIT.toLocaleString('en')}.`)
  }
  return { limit, seconds: PERIODS[period] }
}

/** A rate as the API shows it: `5/min` (specification, Usage). */
export function formatRate({ limit, seconds }: Rate): string {
  return `${limit}/${toRatePeriod(seconds)}`
}

export function toRatePeriod(seconds: number): Period {
  return (Object.keys(PERIODS) as Period[]).find((period) => PERIODS[period] === seconds)!
}
