/**
 * Days are counted from January 1, 1970, instants in microseconds from its midnight UTC. Both
 * are formatted as in the public bulk files.
 */

/** Microseconds per day. */
export const DAY = 86_400_000_000

/** The day number of a date. */
export function toDayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / 86_400_000
}

const texts = new Map<number, string>()

/** `2024-05-01`. */
export function dateText(day: number): string {
  let text = texts.get(day)
  if (text === undefined) {
    text = new Date(day * 86_400_000).toISOString().slice(0, 10)
    texts.set(day, text)
  }
  return text
}

export function getDayYear(day: number): number {
  return Number(dateText(day).slice(0, 4))
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/** `2024-05-01 12:00:00.123456+00`; like PostgreSQL, without trailing zeros in the fraction. */
export function instantText(instant: number): string {
  const day = Math.floor(instant / DAY)
  const rest = instant - day * DAY
  const seconds = Math.floor(rest / 1_000_000)
  const hour = TWO_DIGITS[Math.floor(seconds / 3600)]
  const minute = TWO_DIGITS[Math.floor(seconds / 60) % 60]
  const micros = rest - seconds * 1_000_000
  const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`
  return `${dateText(day)} ${hour}:${minute}:${TWO_DIGITS[seconds % 60]}${fraction}+00`
}

/** Whether a text is a valid date: `2024-02-29`. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match || match[1] === '0000') return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(match[3])
}
