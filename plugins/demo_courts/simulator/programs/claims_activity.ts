import { page, webServerPage, type Answer } from '../http/answers.js'
import { fullNumber } from '../model/case_texts.js'
import { getSimulatedCourt } from '../model/courts.js'
import type { SimulatedCase, SimulatedClaim } from '../model/types.js'
import { isoDate, printedDate, lines, markup, type Markup } from '../pages/markup.js'
import { courtPage, messagePage } from '../pages/frame.js'
import { receiptTable } from '../pages/receipt.js'
import { NO_RIGHTS } from './claims_register.js'
import { hasConstantNonce, hasNonce } from '../http/request.js'
import { bill, reportPages, type Visit } from './visit.js'

/** `ClaimsActRpt.pl`: claims entered within a period, of one case or all (court-system.md, 7). */
export function claimsActivity(visit: Visit): Answer {
  const { request, court, system } = visit
  const says = (text: string) => page(messagePage(court, text))
  if (getSimulatedCourt(court).kind !== 'bankruptcy') return says(NO_RIGHTS)
  // One court rejects the constant nonce (4).
  if (court === 'insb' && hasConstantNonce(request))
    return webServerPage(500, 'Internal Server Error')
  if (request.method !== 'POST')
    return page(courtPage(court, 'Claims Activity', form(system.nonces.issue())))
  if (!hasNonce(request)) return says('Incomplete request. Please try your query again.')
  const { values } = request
  const id = values.get('all_case_ids') ?? ''
  const from = isoDate(values.get('entered_from') ?? '') ?? ''
  const to = isoDate(values.get('entered_to') ?? '') ?? '9999'
  const claims = system.world
    .cases()
    .filter((one) => one.court === court && (one.id === id || id === '' || id === '0'))
    .flatMap((of) => of.claims.map((claim) => ({ of, claim })))
    .filter(({ claim }) => claim.entered >= from && claim.entered <= to)
  if (claims.length === 0) return says('No claims entries found')
  const report = markup`<h2 align="center">Claims Activity Report</h2>
${claims.map(({ of, claim }) => claimTable(of, claim))}`
  const receipt = bill(visit, {
    description: 'Claims Activity Report',
    criteria: { label: 'Search Criteria', value: `From: ${from} To: ${to}` },
    pages: reportPages(report),
  })
  return page(courtPage(court, 'Claims Activity', markup`${report}${receiptTable(receipt)}`))
}

const form = (
  nonce: string
): Markup => markup`<form method="POST" enctype="multipart/form-data" action="../cgi-bin/ClaimsActRpt.pl?${nonce}">
<input name="case_num"><input name="entered_from"><input name="entered_to"><input type="submit" value="Run Report"></form>`

function claimTable(of: SimulatedCase, claim: SimulatedClaim): Markup {
  const link = `/cgi-bin/show_doc.pl?caseid=${of.id}&claim_id=${claim.id}&claim_num=${claim.number}-1&claim_doc_seq=1`
  const line = (label: string, value: string | Markup) => markup`<i>${label}:</i> ${value}`
  return markup`<table border="1" width="100%"><tr>
<td>${lines([line('Case', fullNumber(of)), line('Title', of.name), line('Chapter', of.chapter), line('Office', of.division), line('Judge', of.judge.split(' ').at(-1) ?? ''), line('Trustee', of.trustee), line('Last date to file claims', '06/28/2024'), line('Last date to file (Govt)', '07/31/2024')])}</td>
<td>${lines([markup`<i>Claim No:</i> <a href="${link}">${claim.number}-1</a>`, line('Filed', printedDate(claim.filed)), line('Entered', printedDate(claim.entered))])}</td>
<td>${lines([line('Creditor ID', claim.creditorId), line('Creditor name/address', claim.creditor.join(' ')), line('Filed by', 'Creditor'), line('Entered by', 'Simulated Creditor'), line('Status', '')])}</td></tr>
<tr><td colspan="3">${lines([line('Amount claimed', claim.claimed), line('Secured claimed', claim.secured), line('Priority claimed', claim.priority)])}</td></tr>
<tr><td colspan="3">${lines([line('Description', claim.description), line('Remarks', '')])}</td></tr>
</table>
`
}
