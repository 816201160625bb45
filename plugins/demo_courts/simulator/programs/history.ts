import { page, type Answer } from '../http/answers.js'
import { entryText, fullNumber } from '../model/case_texts.js'
import type { SimulatedCase, SimulatedEntry } from '../model/types.js'
import { caseHead, documentLink } from '../pages/docket_parts.js'
import { printedDate, markup, type Markup } from '../pages/markup.js'
import { courtPage, messagePage } from '../pages/frame.js'
import { receiptTable } from '../pages/receipt.js'
import { bill, reportPages, type Visit } from './visit.js'

/** `HistDocQry.pl`: the history or documents of a case. Requires the nonce of its form (7). */
export function history(visit: Visit): Answer {
  const { request, court, system } = visit
  if (request.method !== 'POST')
    return page(
      courtPage(court, 'History/Documents', form(system.nonces.issue(request.query), request.query))
    )
  if (!system.nonces.isIssued(request))
    return page(messagePage(court, 'Incomplete request. Please try your query again.'))
  const of = system.world.case(court, system.nonces.findCaseId(request))
  if (!of || of.state === 'sealed') return page(messagePage(court, 'Case not found.'))
  const isList = request.values.get('QueryType') === 'Documents'
  const listed = of.entries.filter(({ documents }) => !isList || documents.length > 0)
  const report = historyPage(of, {
    heading: isList ? 'Documents' : 'History',
    entries: request.values.get('sort1') === 'desc' ? listed.toReversed() : listed,
    hasText: request.values.has('DisplayDktText'),
  })
  const receipt = bill(visit, {
    description: 'History/Documents',
    criteria: { label: 'Search Criteria', value: fullNumber(of) },
    pages: reportPages(report),
  })
  return page(courtPage(court, 'History/Documents', markup`${report}${receiptTable(receipt)}`))
}

const form = (
  nonce: string,
  caseId: string
): Markup => markup`<form method="POST" enctype="multipart/form-data" action="../cgi-bin/HistDocQry.pl?${nonce}">
<input type="hidden" name="all_case_ids" value="${caseId}"><input type="radio" name="QueryType" value="History" checked><input type="radio" name="QueryType" value="Documents">
<select name="sort1"><option>asc</option><option>desc</option></select><input type="checkbox" name="DisplayDktText" value="DisplayDktText"><input type="submit" value="Run Query"></form>`

interface HistoryContent {
  heading: string
  entries: SimulatedEntry[]
  hasText: boolean
}

function historyPage(of: SimulatedCase, { heading, entries, hasText }: HistoryContent): Markup {
  const none = markup`<h3>There are no ${heading === 'History' ? 'events' : 'documents'} for this case.</h3>`
  const title = of.court.endsWith('b')
    ? markup`<center><b> <font size="5">${heading}</font></b></center><br>`
    : markup`<h2 align="center">${heading}</h2>`
  return markup`${caseHead(of)}<br>
${title}
${
  entries.length === 0
    ? none
    : markup`<center><table border="1" cellpadding="2" cellspacing="0"><tr><th>Doc.<br>No.</th><th>Dates</th><th>Description</th></tr>
${entries.map((entry) => entryRows(of, entry, hasText))}</table></center>`
}`
}

function entryRows(of: SimulatedCase, entry: SimulatedEntry, hasText: boolean): Markup {
  const [document] = entry.documents
  const number = document
    ? documentLink({ of, entry, document }, entry.number ?? '')
    : (entry.number ?? '')
  const date = (label: string, day: string) =>
    markup`<tr><td><i>${label}: </i></td><td align="right">${printedDate(day)}</td></tr>`
  const dates =
    entry.filed === entry.entered
      ? date('Filed & Entered', entry.filed)
      : [date('Filed', entry.filed), date('Entered', entry.entered)]
  return markup`<tr valign="top"><td valign="center" align="center" rowspan="${hasText ? 2 : 1}">${number}&nbsp;</td><td><table width="100%" border="0" cellpadding="0" cellspacing="0">${dates}</table></td><td>${entry.event}</td></tr>
${
  hasText &&
  markup`<tr><td colspan="2"><i>Docket Text:</i> ${entryText(entry)}</td></tr>
`
}`
}
