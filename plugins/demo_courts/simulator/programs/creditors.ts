import { page, plainText, webServerPage, type Answer } from '../http/answers.js'
import type { CourtRequest } from '../http/request.js'
import { fullNumber } from '../model/case_texts.js'
import { getSimulatedCourt } from '../model/courts.js'
import type { SimulatedCase } from '../model/types.js'
import { courtPage, messagePage } from '../pages/frame.js'
import { markup, type Markup } from '../pages/markup.js'
import { receiptTable } from '../pages/receipt.js'
import { bill, type CourtSystem, type Visit } from './visit.js'

/** `CredMatrixCase.pl`: the creditors of a bankruptcy case. Requires the nonce of its form (7). */
export function creditors(visit: Visit): Answer {
  const { request, court, system } = visit
  if (request.method !== 'POST')
    return page(courtPage(court, 'List of Creditors', form(system.nonces.issue())))
  const says = (text: string) => page(messagePage(court, text))
  if (!system.nonces.isIssued(request))
    return says('Incomplete request. Please try your query again.')
  const of = system.world.case(court, request.values.get('all_case_ids'))
  if (!of || of.state === 'sealed') return says('Case not found.')
  if (getSimulatedCourt(court).kind !== 'bankruptcy' || of.state === 'wrong_type')
    return says(`You entered a non-bankruptcy type case: ${fullNumber(of)}`)
  if (of.creditors.length === 0)
    return says(`Your requested case ${fullNumber(of)} does not have creditors`)
  const receipt = bill(visit, {
    description: 'List of Creditors',
    criteria: { label: 'Search Criteria', value: fullNumber(of) },
    pages: 1,
  })
  return page(
    courtPage(
      court,
      'List of Creditors',
      markup`<form name="bnc" method="POST" action="https://ncrs.uscourts.gov/query/cmecf/index.adp?format=rawdata&useragentstring=simulated">
<input type="hidden" name="data" value="${matrix(of)}"><input type="submit" value="Continue"></form>${receiptTable(receipt)}`
    )
  )
}

/** The list for label printing: one creditor per line, fields separated by bars. */
const matrix = (of: SimulatedCase): string =>
  [
    `1|Label Matrix for local noticing|${fullNumber(of)}|SIMULATED`,
    ...of.creditors.map((creditor, at) => `${at + 2}|${creditor}`),
  ].join('\n')

const form = (
  nonce: string
): Markup => markup`<form method="POST" enctype="multipart/form-data" action="../cgi-bin/CredMatrixCase.pl?${nonce}">
<input name="case_num"><input type="hidden" name="all_case_ids"><input type="hidden" name="typfmt" value="rawfrmt"><input type="hidden" name="SMG"><input type="submit" value="Next"></form>`

/** `ncrs.uscourts.gov`: the submitted list of creditors as text (7). */
export function creditorText(_: CourtSystem, request: CourtRequest): Answer {
  if (request.path !== '/query/cmecf/index.adp') return webServerPage(404, 'Not Found')
  return plainText(request.values.get('data') ?? '')
}
