import { parseHtmlFragment, textOf } from './tree.js'

const ENTERED = /\[Entered: (\d{2})\/(\d{2})\/(\d{4}) (\d{1,2}):(\d{2}) ([AP])M\]/

/** The text of an entry's markup, its line breaks kept. */
export const entryText = (markup: string): string => textOf(parseHtmlFragment(markup)).trim()

/** The time stamp of `[Entered: 10/02/2023 11:17 AM]`, or null. */
export function timeEntered(text: string): string | null {
  const found = ENTERED.exec(text)
  if (!found) return null
  const [, month, day, year, hour, minute, half] = found
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0)
  return `${year}-${month}-${day}T${String(hours).padStart(2, '0')}:${minute}:00`
}
