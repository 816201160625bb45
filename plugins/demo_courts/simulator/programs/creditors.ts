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
    criteria: { label: 'Case Number', value: fullNumber(of) },
    pages: 1,
    time: 'document',
  })
  return page(
    courtPage(
      court,
      'List of Creditors',
      markup`<br><br><center><form name="bnc" method="post" action="https://ncrs.uscourts.gov/query/cmecf/index.adp">
<p>You have been charged as shown below. Click the "View Labels" button to continue.</p>
${receiptTable(receipt)}<table cellspacing="0" cellpadding="25"><tr>
${HIDDEN.map(([name, value]) => hiddenCell(name, value))}${hiddenCell('data', matrix(of))}<td><input type="submit" value="View Labels"></td></tr></table></form></center>`
    )
  )
}

const HIDDEN = [
  ['useragentstring', 'SIMULATED'],
  ['format', 'rawdata'],
]

const hiddenCell = (name: string, value: string) =>
  markup`<td><input type="hidden" name="${name}" value="${value}"></td>
`

/** Fields of a line after its number. */
const FIELDS = 7

/** The list for label printing: one creditor per line, fields separated by bars. */
function matrix(of: SimulatedCase): string {
  const { name, prefix } = getSimulatedCourt(of.court)
  const head = [
    'Label Matrix for local noticing',
    `0${prefix}-1`,
    `Case ${fullNumber(of)}`,
    name,
    of.division,
    'SIMULATED',
  ].join('|')
  return [head, ...of.creditors]
    .map((line, at) => {
      const fields = line.split('|')
      const empty = Array.from({ length: Math.max(0, FIELDS - fields.length) }, () => '')
      return [at + 1, ...fields, ...empty].join('|')
    })
    .join('\n')
}

const form = (
  nonce: string
): Markup => markup`<form method="POST" enctype="multipart/form-data" action="../cgi-bin/CredMatrixCase.pl?${nonce}">
<input name="case_num"><input type="hidden" name="all_case_ids"><input type="hidden" name="typfmt" value="rawfrmt"><input type="hidden" name="SMG"><input type="submit" value="Next"></form>`

/** `ncrs.uscourts.gov`: the submitted list of creditors as text (7). */
export function creditorText(_: CourtSystem, request: CourtRequest): Answer {
  if (request.path !== '/query/cmecf/index.adp') return webServerPage(404, 'Not Found')
  return plainText(request.values.get('data') ?? '')
}
