import { escapeHtml } from '#app/support/escape_html'

/** Markup that is inserted without escaping. */
export class Markup {
  constructor(readonly source: string) {}

  toString() {
    return this.source
  }
}

type Insertable = Markup | Insertable[] | string | number | null | undefined | false

/** Markup from a template. Inserted text is escaped, lists are joined, and null and false are empty. */
export const markup = (parts: TemplateStringsArray, ...values: Insertable[]): Markup =>
  new Markup(parts.reduce((text, part, at) => text + inserted(values[at - 1]) + part))

function inserted(value: Insertable): string {
  if (value instanceof Markup) return value.source
  if (Array.isArray(value)) return value.map(inserted).join('')
  return value === null || value === undefined || value === false ? '' : escapeHtml(String(value))
}

/** Lines joined with line breaks. */
export const lines = (values: Insertable[]): Markup => new Markup(values.map(inserted).join('<br>'))

/** Text of markup without tags, for counting pages. */
export const visibleText = (page: Markup): string =>
  page.source.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

/** Formats an ISO 8601 date as `mm/dd/yyyy`. */
export function printedDate(date: string): string {
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}

const PRINTED = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/

/** The ISO 8601 date of `mm/dd/yyyy` or `m/d/yy`; null if invalid. */
export function isoDate(printed: string): string | null {
  const [, month, day, given] = PRINTED.exec(printed.trim()) ?? []
  if (!given) return null
  const year = given.length === 4 ? given : `20${given}`
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00:00Z`)
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
  return isDay ? date : null
}

/** Time on a report's receipt: `06/06/2017 10:18:44` (court-system, 13). */
export function receiptTime(now: Date): string {
  const [date, time] = now.toISOString().split('T')
  return `${printedDate(date)} ${time.slice(0, 8)}`
}

/** Time on a document's receipt: `Thu Mar  2 13:53:33 2023` (13). */
export function documentReceiptTime(now: Date): string {
  const [weekday, day, month, year, time] = now.toUTCString().replace(',', '').split(' ')
  return `${weekday} ${month} ${String(Number(day)).padStart(2, ' ')} ${time} ${year}`
}
