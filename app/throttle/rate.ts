/**
 * Rates as people and the API write them: `5/min`.
 */

/** Length of a window in seconds, by the word after the slash. */
export const PERIODS = { min: 60, hour: 3600, day: 86_400 } as const

export type Period = keyof typeof PERIODS
export type WindowSeconds = (typeof PERIODS)[Period]

export interface Rate {
  /** Requests (or citations) that may pass within a window; 0 blocks. */
  limit: number
  seconds: WindowSeconds
}

/** Largest number in front of the slash. */
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
 * Reads a rate. Spellings of the period: m, min, minute, h, hour, d, day.
 *
 * @throws RangeError with a message for the user who typed it
 */
export function parseRate(text: string): Rate {
  const match = /^(\d{1,9})\/([a-z]+)$/.exec(text.trim())
  const period = match && SPELLINGS[match[2]!]
  if (!match || !period) {
    throw new RangeError(
      `"${text}" is no rate. Write a whole number, a slash and min, hour or day: 100/hour.`
    )
  }
  const limit = Number(match[1])
  if (limit > HIGHEST_LIMIT) {
    throw new RangeError(`The highest rate is ${HIGHEST_LIMIT.toLocaleString('en')}.`)
  }
  return { limit, seconds: PERIODS[period] }
}

/** `5/min`, as the API shows it (specification, Usage). */
export function formatRate({ limit, seconds }: Rate): string {
  return `${limit}/${periodOf(seconds)}`
}

export function periodOf(seconds: number): Period {
  return (Object.keys(PERIODS) as Period[]).find((period) => PERIODS[period] === seconds)!
}
