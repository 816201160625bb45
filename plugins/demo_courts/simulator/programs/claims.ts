import { page, webServerPage, type Answer } from '../http/answers.js'
import { fullNumber } from '../model/case_texts.js'
import { getSimulatedCourt } from '../model/courts.js'
import { claimsActivityPage, claimsRegisterPage } from '../pages/claims.js'
import { isoDate, markup, type Markup } from '../pages/markup.js'
import { courtPage, messagePage } from '../pages/frame.js'
import { receiptTable } from '../pages/receipt.js'
import { hasConstantNonce, hasNonce } from '../http/request.js'
import { bill, reportPages, type Visit } from './visit.js'

/** Message of courts without claims, and for accounts without permission (12). */
const NO_RIGHTS = 'Security violation: You do not have access rights to this program'

/** `SearchClaims.pl`: the register of claims of a bankruptcy case (court-system, 7). */
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
  // Empty registers are billed, too.
  const report =
    claims.length === 0
      ? markup`<br><b>\u00A0\u00A0 No claims found for this case using selection criteria entered.</b><br><br>`
      : claimsRegisterPage(of, claims)
  const receipt = bill(visit, {
    description: 'Claims Register',
    criteria: { label: 'Search Criteria', value: fullNumber(of) },
    pages: reportPages(report),
  })
  return page(courtPage(court, 'Claims Register', markup`${report}${receiptTable(receipt)}`))
}

/** `ClaimsActRpt.pl`: claims entered within a period, of one case or all (court-system, 7). */
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
  const period = {
    from: values.get('entered_from') ?? '',
    to: values.get('entered_to') ?? '',
  }
  const report = claimsActivityPage(court, claims, period)
  const receipt = bill(visit, {
    description: 'Claims Activity Report',
    criteria: { label: 'Search Criteria', value: `From: ${period.from} To: ${period.to}` },
    pages: reportPages(report),
  })
  return page(courtPage(court, 'Claims Activity', markup`${report}${receiptTable(receipt)}`))
}

const form = (
  nonce: string
): Markup => markup`<form method="POST" enctype="multipart/form-data" action="../cgi-bin/ClaimsActRpt.pl?${nonce}">
<input name="case_num"><input name="entered_from"><input name="entered_to"><input type="submit" value="Run Report"></form>`
