/**
 * Dates in parameters and ranges (search.md 1.2). A date stands for a range of days: `1999` for
 * a year, `5 days ago` for one day.
 */
import { QueryError, place } from './query_error.js'

/** Days since 1970-01-01, both inclusive. */
export interface Days {
  first: number
  last: number
  /** Relative: counted back from today. */
  relative: boolean
}

export interface DayRange {
  from: number | null
  to: number | null
}

const MILLISECONDS_A_DAY = 86_400_000
/** Two-digit years below this belong to the 2000s, others to the 1900s. */
const FIRST_YEAR_OF_1900 = 69

/** Patterns with year, month, and day; the first match is used. */
const SHAPES: { shape: RegExp; order: ('year' | 'month' | 'day')[] }[] = [
  { shape: /^(\d{4})(\d{2})(\d{2})$/, order: ['year', 'month', 'day'] },
  { shape: /^(\d{4})$/, order: ['year'] },
  { shape: /^(\d{4})([-/])(\d{1,2})(?:\2(\d{1,2}))?$/, order: ['year', 'month', 'day'] },
  { shape: /^(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d{2})$/, order: ['month', 'day', 'year'] },
  { shape: /^(\d{1,2})([-/])(\d{4}|\d{2})$/, order: ['month', 'year'] },
]

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = String.raw`(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`
/** `Jan. 5, 2020`, `5 January 2020`, `January 2020`. */
const NAMED = [
  `${MONTH} ${DAY},? (?<year>\\d{4})`,
  `${DAY} ${MONTH},? (?<year>\\d{4})`,
  `${MONTH},? (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`, 'i'))

const RELATIVE = /^(past\s+)?(-\s*)?(\d{1,6})\s*(d|days?|m|months?|y|years?)(\s+ago)?$/i
const DAYS_OF_UNIT: Record<string, number> = { d: 1, m: 30, y: 365 }

/**
 * The days a date stands for, or null if it has no valid form.
 * @param today milliseconds since 1970
 */
export function readDate(text: string, today: number): Days | null {
  const trimmed = text.trim()
  return absoluteDays(trimmed) ?? namedDays(trimmed) ?? relativeDays(trimmed, today)
}

function namedDays(text: string): Days | null {
  const plain = text.replaceAll(/\s+/g, ' ')
  const { year, month, day } = NAMED.map((form) => form.exec(plain)?.groups).find(Boolean) ?? {}
  if (!year || !month) return null
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  return daysOf(Number(year), number, Number(day ?? 0), day ? [year, month, day] : [year, month])
}

function absoluteDays(text: string): Days | null {
  for (const { shape, order } of SHAPES) {
    const match = shape.exec(text)
    if (!match) continue
    const numbers = match.slice(1).filter((part) => part !== undefined && /^\d/.test(part))
    const parts: Partial<Record<'year' | 'month' | 'day', string>> = Object.fromEntries(
      numbers.map((number, index) => [order[index]!, number])
    )
    return daysOf(fullYear(parts.year!), Number(parts.month ?? 0), Number(parts.day ?? 0), numbers)
  }
  return null
}

function daysOf(year: number, month: number, day: number, { length }: string[]): Days | null {
  if (year < 1 || (length > 1 && (month < 1 || month > 12))) return null
  if (length === 1) {
    return { first: dayNumber(year, 1, 1), last: dayNumber(year, 12, 31), relative: false }
  }
  const longest = lengthOfMonth(year, month)
  if (length === 2) {
    return {
      first: dayNumber(year, month, 1),
      last: dayNumber(year, month, longest),
      relative: false,
    }
  }
  if (day < 1 || day > longest) return null
  return { first: dayNumber(year, month, day), last: dayNumber(year, month, day), relative: false }
}

function fullYear(text: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  return year < FIRST_YEAR_OF_1900 ? 2000 + year : 1900 + year
}

function relativeDays(text: string, today: number): Days | null {
  const match = RELATIVE.exec(text)
  if (!match || !(match[1] || match[2] || match[5])) return null
  const days = Number(match[3]) * DAYS_OF_UNIT[match[4]![0]!.toLowerCase()]!
  const day = Math.floor(today / MILLISECONDS_A_DAY) - days
  return day < dayNumber(1, 1, 1) ? null : { first: day, last: day, relative: true }
}

/** Days since 1970-01-01 of a day of the Gregorian calendar; month and day from 1. */
export function dayNumber(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getTime() / MILLISECONDS_A_DAY
}

function lengthOfMonth(year: number, month: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, 0)
  return date.getUTCDate()
}

const VALID_DATES =
  'Use 2020-01-31, 20200131, 01/31/2020, Jan 31, 2020, 2020-01, 01/2020, or 2020, or a relative date: 5 days ago, -3m, past 2 years.'

/**
 * The days between two parameters, both inclusive: from the first day of one
 * to the last day of the other. Swapped if both are absolute and in the wrong order.
 * @param today milliseconds since 1970
 * @throws QueryError if one has no valid form
 */
export function dayRange(after: string, before: string, today: number): DayRange {
  const from = after.trim() ? requireDate(after, today) : null
  const to = before.trim() ? requireDate(before, today) : null
  const swapped = from && to && !from.relative && !to.relative && from.first > to.last
  const [start, end] = swapped ? [to, from] : [from, to]
  return { from: start?.first ?? null, to: end?.last ?? null }
}

/**
 * @param position position in the query; undefined for a separate parameter
 * @throws QueryError if it has no valid form
 */
export function requireDate(text: string, today: number, position?: number): Days {
  const days = readDate(text, today)
  if (days) return days
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
  const at = position === undefined ? '' : ` at ${place(position)}`
  throw new QueryError('date', position ?? 0, `"${shown}"${at} is not a valid date.`, VALID_DATES)
}
