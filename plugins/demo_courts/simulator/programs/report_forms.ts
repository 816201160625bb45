import type { SimulatedCase } from '../model/types.js'
import { fullNumber } from '../model/case_texts.js'
import { courtPage } from '../pages/frame.js'
import { markup, type Markup } from '../pages/markup.js'
import { receiptTable, type Receipt } from '../pages/receipt.js'

/** The form of `DktRpt.pl` for a case ID (court-system.md, 4). */
export const docketForm = (court: string, caseId: string): Markup =>
  courtPage(
    court,
    'Docket Sheet',
    markup`<h2>Docket Sheet</h2>
      <form method="POST" enctype="multipart/form-data" action="../cgi-bin/DktRpt.pl?1-L_1_0-1">
        <input name="case_num" /><input type="hidden" name="all_case_ids" value="${caseId}" />
        <input type="radio" name="date_range_type" value="Filed" checked /><input
          type="radio"
          name="date_range_type"
          value="Entered"
        />
        <input name="date_from" /> to <input name="date_to" />
        <input name="documents_numbered_from_" /> to <input name="documents_numbered_to_" />
        <input type="checkbox" name="list_of_parties_and_counsel" /><input
          type="checkbox"
          name="terminated_parties"
        /><input type="checkbox" name="list_of_member_cases" /><input
          type="checkbox"
          name="view_multi_docs"
        />
        <select name="sort1">
          <option>oldest date first</option>
          <option>most recent date first</option>
          <option>document number</option>
        </select>
        <input type="submit" value="Run Report" />
      </form>`
  )

/** The page that asks back before a long report (court-system.md, 12). */
export const interstitialPage = (court: string, of: SimulatedCase): Markup =>
  courtPage(
    court,
    'Docket Report',
    markup`<p>The report may take a long time to run because this case has many docket entries.</p>
      <form method="POST" enctype="multipart/form-data" action="../cgi-bin/DktRpt.pl?1-L_1_0-1">
        <input type="hidden" name="all_case_ids" value="${of.id}" /><input
          type="hidden"
          name="case_num"
          value="${fullNumber(of)}"
        />
        <input type="radio" name="date_from" value="1/1/1960" checked /> the whole docket
        <input type="radio" name="date_from" value="" /> a range of dates
        <input type="submit" value="Run Report" />
      </form>`
  )

/** The costs before a report, for sessions that want them (court-system.md, 12). */
export const receiptBeforeReport = (receipt: Receipt): Markup =>
  markup`<p>
      To accept charges shown below, click on the 'View Report' button, otherwise click the 'Back'
      button on your browser.
    </p>
    ${receiptTable(receipt)}
    <form method="POST"><input type="submit" value="View Report" /></form>`
