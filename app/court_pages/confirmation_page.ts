import { monthNumber } from './dates.js'
import { clean } from './text.js'
import { getRowCells, elements, parseHtml, getTextContent, type Node } from './tree.js'
import { isOfKind } from './recognition.js'

/** The cost of a purchase, from the confirmation page. */
export interface ConfirmationPage {
  docket_number: string
  /** The entry's number or the document's ID, as printed; absent in district courts. */
  document_number: string | null
  document_description: string
  billable_pages: string
  cost: string
  transaction_date: string | null
}

/**
 * The page that requests acceptance of the charges for a document.
 *
 * @param source the page
 * @returns its receipt, or null if the page is another kind
 */
export function parseConfirmationPage(source: string): ConfirmationPage | null {
  if (!isOfKind('confirmation_page', source)) return null
  const receipt = readReceipt(parseHtml(source))
  if (!receipt) return null
  const criteria = receipt.get('search criteria') ?? ''
  const appellate = /^Case: (\S{1,40}), Document: (\S{1,40})$/.exec(criteria)
  return {
    docket_number: appellate?.[1] ?? receipt.get('case number') ?? '',
    document_number: appellate?.[2] ?? null,
    document_description: receipt.get('description') ?? '',
    billable_pages: receipt.get('billable pages') ?? '',
    cost: receipt.get('cost') ?? '',
    transaction_date: receipt.get('') ?? null,
  }
}

/**
 * The values of a page's receipt by label, in lowercase without the colon; the time of the
 * transaction has the empty label.
 *
 * @param root the tree of the page
 * @returns the values, or null if the page has no receipt
 */
function readReceipt(root: Node): Map<string, string> | null {
  const values = new Map<string, string>()
  let inside = false
  for (const row of elements(root, 'tr')) {
    const cells = getRowCells(row)
    const texts = cells.map((cell) => clean(getTextContent(cell)))
    inside ||= /^Transaction Receipt$/i.test(texts[0] ?? '')
    if (!inside) continue
    const time = texts.length === 1 ? transactionTime(texts[0]) : null
    if (time && !values.has('')) values.set('', time)
    for (const [at, text] of texts.entries()) {
      if (!RECEIPT_LABEL.test(text)) continue
      const label = text.slice(0, -1).trim().toLowerCase()
      if (!values.has(label)) values.set(label, texts[at + 1] ?? '')
    }
  }
  return values.size > 0 ? values : null
}

const RECEIPT_LABEL =
  /^(?:PACER Login|Client Code|Description|Search Criteria|Case Number|Billable Pages|Cost) ?:$/i

const NUMERIC = /(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2}:\d{2})$/
const WRITTEN =
  /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (\d{2}:\d{2}:\d{2}) (?:[A-Z]{3,4} )?(\d{4})$/

/** The local time of `06/08/2018 12:33:43` or `Thu Mar  2 13:53:33 2023`, or null. */
export function transactionTime(printed: string): string | null {
  const numeric = NUMERIC.exec(printed)
  if (numeric) return `${numeric[3]}-${numeric[1]}-${numeric[2]}T${numeric[4]}`
  const written = WRITTEN.exec(printed)
  const month = written ? monthNumber(written[1]) : 0
  if (!written || month === 0) return null
  const [day, number] = [written[2].padStart(2, '0'), String(month).padStart(2, '0')]
  return `${written[4]}-${number}-${day}T${written[3]}`
}

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
