/** Dates and times as court pages print and read them. */

/** `mm/dd/yyyy` of an ISO-8601 date. */
export function printedDate(date: string): string {
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}

const PRINTED = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/

/** The ISO-8601 date of `mm/dd/yyyy` or `m/d/yy`; null when it is no date. */
export function isoDate(printed: string): string | null {
  const [, month, day, given] = PRINTED.exec(printed.trim()) ?? []
  if (!given) return null
  const year = given.length === 4 ? given : `20${given}`
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00:00Z`)
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
  return isDay ? date : null
}

/** The time of a report's receipt, `06/06/2017 10:18:44` (court-system.md, 13). */
export function receiptTime(now: Date): string {
  const [date, time] = now.toISOString().split('T')
  return `${printedDate(date)} ${time.slice(0, 8)}`
}

/** The time of a receipt before a document, `Thu Mar  2 13:53:33 2023` (13). */
export function documentReceiptTime(now: Date): string {
  const [weekday, day, month, year, time] = now.toUTCString().replace(',', '').split(' ')
  return `${weekday} ${month} ${String(Number(day)).padStart(2, ' ')} ${time} ${year}`
}
