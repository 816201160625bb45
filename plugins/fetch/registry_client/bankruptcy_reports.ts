/** Reports of bankruptcy courts in addition to the claims register (court system 7). */
import { parsePageForms, type PageForm } from '#app/court_pages/forms'
import { requireKind, type Court, CREDITORS_HOST } from './courts.js'
import { formDate } from './dates.js'
import { checkCaseId } from './identifiers.js'
import { WAITS } from './limits.js'
import { pageIn, readAs, received, receivedAs } from './readings.js'
import { RegistryError } from './registry_error.js'
import { ANY_NONCE, ANY_NUMBER, nonceForm } from './reports.js'
import { checkStatus, decodeFormPage, type SessionTraffic } from './session_traffic.js'
import { urlencoded } from './transport/body.js'
import type { ClaimsActivityOptions, ReceivedPage, RequestContext } from './types.js'

/** Courts whose program accepts only the nonce from its form. */
const OWN_NONCE = new Set(['insb'])

/** Claims entered within a period, of one case or all. */
export async function claimsActivity(
  traffic: SessionTraffic,
  court: Court,
  { caseId, from, to }: ClaimsActivityOptions,
  context: RequestContext
): Promise<ReceivedPage> {
  requireKind(court, 'bankruptcy')
  const id = caseId === undefined ? '' : checkCaseId(caseId, court)
  const fields = {
    all_case_ids: id,
    case_num: ANY_NUMBER,
    creditor: '',
    sort1: 'case number',
    sort2: 'claim number',
    entered_from: formDate(from, court.archiveId),
    entered_to: formDate(to, court.archiveId),
  }
  const program = '/cgi-bin/ClaimsActRpt.pl'
  const action = OWN_NONCE.has(court.id)
    ? (await nonceForm(traffic, court, program, context)).action
    : `${program}?${ANY_NONCE}`
  const what = id ? `claims activity of case ${id}` : 'claims activity of all cases'
  const answer = await traffic.post(court, action, fields, {
    context,
    billed: { what, expected: null },
  })
  return receivedAs(traffic.parse, answer, court, 'claims_activity')
}

/** The creditors of a case as text, one per line, or the court's page if the case has no creditors. */
export async function creditors(
  traffic: SessionTraffic,
  court: Court,
  caseId: string,
  context: RequestContext
): Promise<ReceivedPage> {
  requireKind(court, 'bankruptcy')
  const id = checkCaseId(caseId, court)
  const { action } = await nonceForm(traffic, court, '/cgi-bin/CredMatrixCase.pl', context)
  const answer = await traffic.post(
    court,
    action,
    { all_case_ids: id, case_num: ANY_NUMBER, typfmt: 'rawfrmt', SMG: '' },
    { context, billed: { what: `creditors of case ${id}`, expected: null } }
  )
  const bytes = pageIn(answer, court)
  const { result } = await readAs(traffic.parse, bytes, court, 'creditor_list')
  const page = received(bytes)
  if (result.data === null) return page
  const form = parsePageForms(decodeFormPage(bytes)).find(({ name }) => name === 'bnc')
  return { ...page, bytes: await creditorText(traffic, court, form, context) }
}

/** Submits the form of the page to another host, for free. */
async function creditorText(
  { transport, sender }: SessionTraffic,
  court: Court,
  form: PageForm | undefined,
  { signal }: RequestContext
): Promise<Uint8Array> {
  const refused = new RegistryError('unexpected_page', 'no form', court.archiveId)
  if (!form || !URL.canParse(form.action)) throw refused
  const url = new URL(form.action)
  if (url.hostname !== CREDITORS_HOST) throw refused
  const answer = await transport.send(
    {
      court: court.archiveId,
      url: url.href,
      body: urlencoded(form.fields),
      wait: WAITS.report,
      signal,
      staysPut: true,
    },
    sender
  )
  checkStatus(answer, court.archiveId)
  if (answer.redirect) throw refused
  return pageIn(answer, court)
}
