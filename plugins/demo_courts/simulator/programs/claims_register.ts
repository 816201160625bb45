import { page, type Answer } from '../http/answers.js'
import { fullNumber } from '../model/case_texts.js'
import { getSimulatedCourt } from '../model/courts.js'
import type { SimulatedCase, SimulatedClaim } from '../model/types.js'
import { isoDate, printedDate, lines, markup, type Markup } from '../pages/markup.js'
import { courtPage, messagePage } from '../pages/frame.js'
import { receiptTable } from '../pages/receipt.js'
import { hasNonce } from '../http/request.js'
import { bill, reportPages, type Visit } from './visit.js'

/** Message of courts without claims, and for accounts without permission (12). */
export const NO_RIGHTS = 'Security violation: You do not have access rights to this program'

/** `SearchClaims.pl`: the register of claims of a bankruptcy case (court-system.md, 7). */
export function claimsRegister(visit: Visit): Answer {
  const { request, court, system } = visit
  const says = (text: string) => page(messagePage(court, text))
  if (getSimulatedCourt(court).kind !== 'bankruptcy') return says(NO_RIGHTS)
  const { values } = request
  if (!hasNonce(request) || !values.get('case_num'))
    return says('Incomplete request. Please try your query again.')
  const of = system.world.case(court, values.get('all_case_ids'))
  if (!of || of.state === 'sealed') return says('Case not found.')
  if (of.state === 'no_access') return says(NO_RIGHTS)
  const from = isoDate(values.get('f_fromdt') || '1/1/1960') ?? ''
  const to = isoDate(values.get('f_todt') ?? '') ?? '9999'
  const claims = of.claims.filter(({ filed }) => filed >= from && filed <= to)
  if (claims.length === 0)
    return says('No claims found for this case using selection criteria entered')
  const report = registerPage(of, claims)
  const receipt = bill(visit, {
    description: 'Claims Register',
    criteria: { label: 'Search Criteria', value: fullNumber(of) },
    pages: reportPages(report),
  })
  return page(courtPage(court, 'Claims Register', markup`${report}${receiptTable(receipt)}`))
}

function registerPage(of: SimulatedCase, claims: SimulatedClaim[]): Markup {
  return markup`<h2 align="center">${getSimulatedCourt(of.court).name}<br>Claims Register</h2>
<center><p><a href="/cgi-bin/DktRpt.pl?${of.id}">${fullNumber(of)} ${of.name}</a></p>
<p><b>Judge:</b> ${of.judge}<br><b>Chapter:</b> ${of.chapter}<br><b>Office:</b> ${of.division}<br><b>Last Date to file claims:</b> 06/28/2024<br><b>Trustee:</b> ${of.trustee}<br><b>Last Date to file (Govt):</b> 07/31/2024<br></p></center>
${claims.map((claim) => claimTable(of, claim))}
<p><b>Total Number Of Claims:</b> ${claims.length}<br></p>`
}

function claimTable(of: SimulatedCase, claim: SimulatedClaim): Markup {
  const amounts: [string, string][] = [
    ['Amount', claim.claimed],
    ['Secured', claim.secured],
    ['Priority', claim.priority],
  ]
  const link = `/cgi-bin/show_doc.pl?caseid=${of.id}&claim_id=${claim.id}&claim_num=${claim.number}-1&magic_num=MAGIC`
  return markup`<table border="1" width="100%"><tr>
<td>${lines([markup`<i>Creditor:</i> (${claim.creditorId})`, ...claim.creditor])}</td>
<td>${lines([markup`<b>Claim No:</b> ${claim.number}`, markup`<i>Original Filed Date</i>: ${printedDate(claim.filed)}`, markup`<i>Original Entered Date</i>: ${printedDate(claim.entered)}`])}</td>
<td>${lines([markup`<i>Status</i>: `, markup`<i>Filed by</i>: CR`, markup`<i>Entered by</i>: Simulated Creditor`, markup`<i>Modified</i>: `])}</td></tr>
<tr><td colspan="3"><table>${amounts
    .filter(([, amount]) => amount)
    .map(
      ([kind, amount]) => markup`<tr><td>${kind}</td><td>claimed:</td><td>${amount}</td></tr>
`
    )}</table></td></tr>
<tr><td colspan="3"><b>History:</b><table><tr><td>Details</td><td><a href="${link}">${claim.number}-1</a></td><td>${printedDate(claim.filed)}</td><td>Claim #${claim.number} filed by ${claim.creditor[0]}, Amount claimed: ${claim.claimed}</td></tr></table></td></tr>
<tr><td colspan="3"><i>Description:</i> ${claim.description}</td></tr>
<tr><td colspan="3"><i>Remarks:</i> </td></tr>
</table>
`
}
