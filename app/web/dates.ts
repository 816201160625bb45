/** Dates in words, as pages show them. */

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
 * @param date `1954-05-17`, or a time that begins so
 * @param granularity `%Y` and `%Y-%m` leave out what is not known (contract, date granularities)
 * @returns `May 17, 1954`, `May 1954` or `1954`; other text as it is
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
