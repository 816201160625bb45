import { readReceipt } from './confirmation_page.js'
import { parseHtml } from './tree.js'

/** The actual or expected cost of a page (court system 13). */
export interface Receipt {
  pages: number
  /** Dollars with two decimals, as printed. */
  dollars: string
  description: string
  /** Whether the page warns that the document is restricted to case participants. */
  restricted: boolean
}

/** Maximum length of a receipt and the text after it. */
const LONGEST = 40_000
const HEADING = /PACER Service Center|Transaction Receipt/i
const WARNING =
  /<t[dh]\b[^>]{0,200}>(?:\s|<[^>]{1,200}>){0,20}Warning!|document is restricted|do not allow it to be seen/i

/**
 * The receipt at the end of a page.
 *
 * @param source the page
 * @returns the receipt, or null if the page has none
 * @throws CourtPageError for a page with too many elements
 */
export function parseReceipt(source: string): Receipt | null {
  const end = source.slice(-LONGEST)
  const heading = end.search(HEADING)
  if (heading === -1) return null
  const table = end.lastIndexOf('<table', heading)
  const tableInCapitals = end.lastIndexOf('<TABLE', heading)
  const values = readReceipt(parseHtml(end.slice(Math.max(table, tableInCapitals, 0))))
  const pages = values?.get('billable pages') ?? ''
  const dollars = values?.get('cost') ?? ''
  if (!/^\d{1,6}$/.test(pages) || !/^\d{1,6}\.\d\d$/.test(dollars)) return null
  return {
    pages: Number(pages),
    dollars,
    description: values?.get('description') ?? '',
    restricted: source.length <= LONGEST && WARNING.test(source),
  }
}
