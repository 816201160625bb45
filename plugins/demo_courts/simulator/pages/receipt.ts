import type { Charge } from '../ledger.js'
import { dollars } from '../ledger.js'
import { markup, type Markup } from './markup.js'

/** A receipt (court-system.md, 13). */
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
  return markup`<center>
    <table border="1" bgcolor="white" width="400">
      <tr>
        <th colspan="4"><font size="+1" color="DARKRED">PACER Service Center</font></th>
      </tr>
      <tr>
        <th colspan="4"><font color="DARKBLUE">Transaction Receipt</font></th>
      </tr>
      <tr>
        <td colspan="4" align="CENTER"><font size="-1" color="DARKBLUE">${time}</font></td>
      </tr>
      <tr>
        <th align="LEFT"><font size="-1" color="DARKBLUE">PACER Login:</font></th>
        <td align="LEFT"><font size="-1" color="DARKBLUE">${login}</font></td>
        <th align="LEFT"><font size="-1" color="DARKBLUE">Client Code:</font></th>
        <td align="LEFT"><font size="-1" color="DARKBLUE">${clientCode}</font></td>
      </tr>
      <tr>
        <th align="LEFT"><font size="-1" color="DARKBLUE">Description:</font></th>
        <td align="LEFT"><font size="-1" color="DARKBLUE">${charge.description}</font></td>
        <th align="LEFT"><font size="-1" color="DARKBLUE">${criteria.label}:</font></th>
        <td align="LEFT"><font size="-1" color="DARKBLUE">${criteria.value}</font></td>
      </tr>
      <tr>
        <th align="LEFT"><font size="-1" color="DARKBLUE">Billable Pages:</font></th>
        <td align="LEFT"><font size="-1" color="DARKBLUE">${charge.pages}</font></td>
        <th align="LEFT"><font size="-1" color="DARKBLUE">Cost:</font></th>
        <td align="LEFT"><font size="-1" color="DARKBLUE">${dollars(charge.cents)}</font></td>
      </tr>
      ${
        isCut &&
        markup`<tr>
          <td colspan="4">
            <font size="-1" color="DARKBLUE"
              >The document has ${wholePages} pages; only ${charge.pages} of them are billed.</font
            >
          </td>
        </tr> `
      }
    </table>
  </center> `
}
