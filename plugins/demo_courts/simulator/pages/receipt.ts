import type { Charge } from '../ledger.js'
import { dollars } from '../ledger.js'
import { markup, type Markup } from './markup.js'

/** A receipt (court-system, 13). */
export interface Receipt {
  time: string
  login: string
  clientCode: string
  charge: Pick<Charge, 'description' | 'pages' | 'cents'>
  /** `Search Criteria` for reports, `Case Number` for documents. */
  criteria: { label: 'Search Criteria' | 'Case Number'; value: string }
  /** Pages of the document, which can exceed the billed pages. */
  wholePages?: number
}

/** Empty rows after the heading and at the end. Clients count rows to find the time. */
const EMPTY_ROWS = markup`<tr></tr><tr></tr>
`

const cells = ([label, value]: [label: string, value: string | number]): Markup =>
  markup`<th align="LEFT"><font size="-1" color="DARKBLUE"> ${label}: </font></th><td align="LEFT"><font size="-1" color="DARKBLUE"> ${value} </font></td>`

/** The table at the end of every billed page and before a purchase. */
export function receiptTable({
  time,
  login,
  clientCode,
  charge,
  criteria,
  wholePages,
}: Receipt): Markup {
  const isCut = wholePages !== undefined && wholePages > charge.pages
  const rows: [string, string | number][][] = [
    [
      [criteria.label === 'Case Number' ? 'Pacer Login' : 'PACER Login', login],
      ['Client Code', clientCode],
    ],
    [
      ['Description', charge.description],
      [criteria.label, criteria.value],
    ],
    [
      ['Billable Pages', charge.pages],
      ['Cost', dollars(charge.cents)],
    ],
  ]
  return markup`<hr><center><table border="1" bgcolor="white" width="400">
<tr><th colspan="4"><font size="+1" color="DARKRED">PACER Service Center </font></th></tr>
<tr><th colspan="4"><font color="DARKBLUE">Transaction Receipt </font></th></tr>
${EMPTY_ROWS}<tr><td colspan="4" align="CENTER"><font size="-1" color="DARKBLUE">${time}</font></td></tr>
${rows.map(
  (row) => markup`<tr>${row.map(cells)}</tr>
`
)}${
    isCut &&
    markup`<tr><td colspan="4"><font size="-1" color="DARKBLUE">The document has ${wholePages} pages; only ${charge.pages} of them are billed.</font></td></tr>
`
  }${EMPTY_ROWS}</table></center>`
}
