/** Formats dates and times for pages. */

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const DAY = /^(\d{4})-(\d{2})-(\d{2})/

/**
 * @param date `1954-05-17`, or a time that starts with a date
 * @param granularity `%Y` and `%Y-%m` omit the unknown parts (contract, date granularities)
 * @returns `May 17, 1954`, `May 1954`, or `1954`; other text unchanged
 */
export function dateInWords(date: unknown, granularity: unknown = ''): string {
  const text = typeof date === 'string' ? date : ''
  const [, year, month, day] = DAY.exec(text) ?? []
  const name = MONTHS[Number(month) - 1]
  if (!name) return text
  const shownYear = String(Number(year))
  if (granularity === '%Y') return shownYear
  return granularity === '%Y-%m' ? `${name} ${shownYear}` : `${name} ${Number(day)}, ${shownYear}`
}

/** A point in time, as a relative time and as the exact time next to it. */
interface Moment {
  /** For the attribute `datetime`. */
  iso: string
  /** `2026-01-02 03:04:05 UTC` */
  exact: string
  /** `3 hours ago`, `tomorrow` */
  relative: string
}

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** @returns null for an invalid time */
export function toMoment(value: unknown, now = Date.now()): Moment | null {
  if (value === null || value === undefined || value === '') return null
  const time = value instanceof Date ? value : new Date(String(value))
  if (Number.isNaN(time.getTime())) return null
  const iso = time.toISOString()
  return {
    iso,
    exact: `${iso.slice(0, 19).replace('T', ' ')} UTC`,
    relative: relativeTo((time.getTime() - now) / 1000),
  }
}

function relativeTo(seconds: number): string {
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length)
  if (!unit) return seconds <= 0 ? 'just now' : 'in a moment'
  return WORDS.format(Math.trunc(seconds / unit[1]), unit[0])
}
