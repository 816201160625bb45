const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const NUMERIC = /^\s*(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/
const WRITTEN = /^\s*([A-Za-z]{3})[a-z]{0,6}\.?\s{1,5}(\d{1,2}),?\s{1,5}(\d{4})\b/
const ISO = /^\s*(\d{4})-(\d{2})-(\d{2})(?!\d)/
const ALONE =
  /^\s*(?:\d{1,2}([/-])\d{1,2}\1(?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2}|[a-z]{3,9}\.? {1,5}\d{1,2},? {1,5}\d{4})(?:,? (?:at )?\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?)?\s*$/i

const pad = (number: number | string) => String(number).padStart(2, '0')

/** The number of a month by its first three letters; 0 for any other word. */
export const monthNumber = (name: string): number =>
  MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** `YYYY-MM-DD`, or null if the day doesn't exist. */
function dayOf(year: number, month: number, day: number): string | null {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day >= 1 && day <= (days[month - 1] ?? 0) ? `${year}-${pad(month)}-${pad(day)}` : null
}

/** The date of `mm/dd/yyyy`, `mm/dd/yy`, or `mm-dd-yyyy` at the start of a text, or null. */
export function numericDate(text: string): string | null {
  const found = NUMERIC.exec(text)
  if (!found) return null
  const [, month, , day, printed] = found
  const year = Number(printed)
  const full = printed.length === 4 ? year : year < 69 ? 2000 + year : 1900 + year
  return dayOf(full, Number(month), Number(day))
}

/** The date of `May 9, 2024`, `May 07 2024`, or `Jan  2 2002` at the start of a text, or null. */
export function writtenDate(text: string): string | null {
  const found = WRITTEN.exec(text)
  return found && dayOf(Number(found[3]), monthNumber(found[1]), Number(found[2]))
}

/** The date at the start of a text in any form that courts print, also `2024-05-09`, or null. */
export function printedDate(text: string): string | null {
  const iso = ISO.exec(text)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  return numericDate(text) ?? writtenDate(text)
}

/** The date of a text that has nothing else but a time, or null. */
export const dateAlone = (text: string): string | null =>
  ALONE.test(text) ? printedDate(text) : null
