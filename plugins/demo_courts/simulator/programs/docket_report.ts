import { page, pdf, plainText, type Answer } from '../http/answers.js'
import { entryText, fullNumber } from '../model/case_texts.js'
import { getSimulatedCourt } from '../model/courts.js'
import type { SimulatedCase } from '../model/types.js'
import { bankruptcyDocket } from '../pages/bankruptcy_docket.js'
import { districtDocket } from '../pages/district_docket.js'
import { courtPage, messagePage } from '../pages/frame.js'
import { markup, type Markup } from '../pages/markup.js'
import { receiptTable, type Receipt } from '../pages/receipt.js'
import {
  asksForNothing,
  formatReceiptCriteria,
  isForm,
  readOptions,
  selection,
} from './docket_options.js'
import { linesPdf } from './pdfs.js'
import { bill, estimate, isOn, reportPages, type ToBill, type Visit } from './visit.js'

/** Number of entries from which a report requires a date (court-system, 12). */
const MANY_ENTRIES = 1_000

/** `DktRpt.pl`: the docket report of a district or bankruptcy court (court-system, 6, 12). */
export async function docketReport(visit: Visit): Promise<Answer> {
  const { request, court, system } = visit
  if (isForm(request)) return page(docketForm(court, request.query))
  const of = system.world.case(court, request.values.get('all_case_ids'))
  const says = (text: string) => page(messagePage(court, text))
  const stored = await storedPage(visit)
  if (stored) return stored
  if (!of || of.state === 'sealed') return says('Case not found.')
  const refused = refusal(of)
  if (refused) return says(refused)
  const options = readOptions(request, court)
  if ('refused' in options) return says(options.refused)
  const isLong = of.entries.length >= MANY_ENTRIES
  // The other options don't matter: clients always send a date (6).
  if (isLong && asksForNothing(request)) return page(interstitialPage(court, of))
  if (of.state === 'closed_administratively' || of.state === 'being_opened')
    return closedCase(visit, of)
  const content = selection(of, options, system.world)
  const isBankruptcy = getSimulatedCourt(court).kind === 'bankruptcy'
  const report = isBankruptcy ? bankruptcyDocket(content) : districtDocket(content)
  const toBill: ToBill = {
    description: 'Docket Report',
    criteria: { label: 'Search Criteria', value: formatReceiptCriteria(of, options) },
    pages: reportPages(report),
  }
  // The `PacerPref` cookie can require the receipt before the report (1).
  if (
    /\breceipt=Y\b/.test(request.cookies.get('PacerPref') ?? '') &&
    !isOn(request, 'receipt_seen')
  )
    return page(courtPage(court, 'Receipt', receiptBeforeReport(estimate(visit, toBill))))
  const receipt = bill(visit, toBill)
  if (options.format === 'pdf')
    return pdf(
      await linesPdf('Docket Report', [fullNumber(of), of.name, ...content.entries.map(entryText)])
    )
  if (options.format === 'text')
    return plainText(
      [
        fullNumber(of),
        of.name,
        ...content.entries.map(entryText),
        `Search Criteria: ${toBill.criteria.value}`,
      ].join('\n')
    )
  return page(courtPage(court, 'Docket Report', markup`${report}${receiptTable(receipt)}`))
}

/** In tests: a stored page. */
async function storedPage({ system, court, request }: Visit): Promise<Answer | null> {
  const kind = getSimulatedCourt(court).kind === 'bankruptcy' ? 'bankruptcy' : 'district'
  return system.stored?.docket(kind, court, request.values.get('all_case_ids') ?? '') ?? null
}

/** Reason why a case has no report. */
function refusal({ state, kind }: SimulatedCase): string | null {
  if (state === 'no_access')
    return 'Either you do not have permission to view the document, or the document does not exist in the case.'
  if (state === 'wrong_type')
    return `The case type was ${kind === 'adversary' ? 'ap' : 'mj'} but it must be ${kind === 'adversary' ? 'bk' : 'cv'}`
  return null
}

/** Cases without a docket, which are still billed as one page (12). */
function closedCase(visit: Visit, of: SimulatedCase): Answer {
  const receipt = bill(visit, {
    description: 'Docket Report',
    criteria: { label: 'Search Criteria', value: fullNumber(of) },
    pages: 1,
  })
  const text =
    of.state === 'closed_administratively'
      ? 'This case was administratively closed'
      : 'This case is in the process of being opened, please check back later.'
  return page(
    courtPage(
      visit.court,
      'Docket Report',
      markup`<h3 align="center">
          U.S. District Court<br />${getSimulatedCourt(of.court).name}<br />${fullNumber(of)} ${text}
        </h3>
        ${receiptTable(receipt)}`
    )
  )
}

/** Form of `DktRpt.pl` for a case ID (court-system, 4). */
const docketForm = (court: string, caseId: string): Markup =>
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

/** The page shown before a long report (court-system, 12). */
const interstitialPage = (court: string, of: SimulatedCase): Markup =>
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

/** The receipt before a report, for sessions that require it (court-system, 12). */
const receiptBeforeReport = (receipt: Receipt): Markup =>
  markup`<p>
      To accept charges shown below, click on the 'View Report' button, otherwise click the 'Back'
      button on your browser.
    </p>
    ${receiptTable(receipt)}
    <form method="POST"><input type="submit" value="View Report" /></form>`
