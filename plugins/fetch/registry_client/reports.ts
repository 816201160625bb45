import { parsePageForms, type PageForm } from '#app/court_pages/forms'
import { requireKind, type Court } from './courts.js'
import { FIRST_DAY, formDate } from './dates.js'
import { checkCaseId } from './identifiers.js'
import { pageIn, readAs, receivedAs } from './readings.js'
import { RegistryError } from './registry_error.js'
import { decodePageHead, type SessionTraffic } from './session_traffic.js'
import type { DocketOptions, ReceivedPage, RequestContext } from './types.js'

/** Nonce for programs that accept any (court system 4). */
export const ANY_NONCE = '1-L_1_0-1'
/** With a case ID, courts accept any docket number. */
export const ANY_NUMBER = ' '

/** The docket report (court system 6). */
export async function docketReport(
  traffic: SessionTraffic,
  court: Court,
  caseId: string,
  options: DocketOptions,
  context: RequestContext
): Promise<ReceivedPage> {
  requireKind(court, 'district', 'bankruptcy')
  if (options.terminatedParties && !options.parties)
    throw new RegistryError(
      'invalid_parameters',
      'terminated parties require parties',
      court.archiveId
    )
  const id = checkCaseId(caseId, court)
  const answer = await traffic.post(
    court,
    `/cgi-bin/DktRpt.pl?${ANY_NONCE}`,
    {
      all_case_ids: id,
      case_num: ANY_NUMBER,
      sort1: 'oldest date first',
      ...(court.kind === 'bankruptcy' ? { date_type: 'filed' } : { date_range_type: 'Filed' }),
      date_from: formDate(options.dateFrom, court.archiveId) || FIRST_DAY,
      date_to: formDate(options.dateTo, court.archiveId),
      documents_numbered_from_: String(options.numberFrom ?? ''),
      documents_numbered_to_: String(options.numberTo ?? ''),
      ...(options.parties && { list_of_parties_and_counsel: 'on' }),
      ...(options.terminatedParties && { terminated_parties: 'on' }),
      ...(options.memberCases && { list_of_member_cases: 'on' }),
      pdf_header: '1',
      output_format: 'html',
    },
    { context, billed: { what: `docket report of case ${id}`, expected: null } }
  )
  return receivedAs(traffic.parse, answer, court, 'district_docket', 'bankruptcy_docket')
}

/** The history of a case, or the list of its documents (court system 7). */
export async function history(
  traffic: SessionTraffic,
  court: Court,
  caseId: string,
  what: 'history' | 'documents',
  context: RequestContext
): Promise<ReceivedPage> {
  requireKind(court, 'district', 'bankruptcy')
  const id = checkCaseId(caseId, court)
  const form = await nonceForm(traffic, court, `/cgi-bin/HistDocQry.pl?${id}`, context)
  const answer = await traffic.post(
    court,
    form.action,
    {
      ...form.fields,
      QueryType: what === 'history' ? 'History' : 'Documents',
      sort1: 'asc',
      DisplayDktText: 'DisplayDktText',
    },
    { context, billed: { what: `${what} of case ${id}`, expected: null } }
  )
  return receivedAs(traffic.parse, answer, court, 'history_report')
}

const NO_SEARCH = Object.fromEntries(
  `UserType Qry_filed_from Qry_filed_to lastentry_from lastentry_to last_name first_name middle_name
   person_type`
    .split(/\s+/)
    .map((name) => [name, ''])
)

/** The summary of a case (court system 7). */
export async function caseQuery(
  traffic: SessionTraffic,
  court: Court,
  caseId: string,
  context: RequestContext
): Promise<ReceivedPage> {
  requireKind(court, 'district', 'bankruptcy')
  const answer = await traffic.post(
    court,
    `/cgi-bin/iquery.pl?${ANY_NONCE}`,
    { all_case_ids: checkCaseId(caseId, court), case_num: ANY_NUMBER, ...NO_SEARCH },
    { context }
  )
  try {
    return await receivedAs(traffic.parse, answer, court, 'case_query')
  } catch (error) {
    // A page with only a menu means that the case is sealed (court system 12).
    const isUnknown = error instanceof RegistryError && error.code === 'unexpected_page'
    if (!isUnknown || /<center/i.test(decodePageHead(pageIn(answer, court)))) throw error
    throw new RegistryError('sealed', '', court.archiveId)
  }
}

/** The claims register of a bankruptcy case (court system 7). */
export async function claims(
  traffic: SessionTraffic,
  court: Court,
  caseId: string,
  context: RequestContext
): Promise<ReceivedPage> {
  requireKind(court, 'bankruptcy')
  const id = checkCaseId(caseId, court)
  const answer = await traffic.post(
    court,
    `/cgi-bin/SearchClaims.pl?${ANY_NONCE}`,
    {
      all_case_ids: id,
      case_num: ANY_NUMBER,
      EntFil: 'Fil',
      SearchingClaims: 'true',
      f_sort1: 'cl_claimno',
      f_sort2: 'cl_dt_filed',
      f_fromdt: FIRST_DAY,
      f_todt: '',
    },
    { context, billed: { what: `claims register of case ${id}`, expected: null } }
  )
  return receivedAs(traffic.parse, answer, court, 'claims_register')
}

/** Courts without the report of free opinions, and a court with another program (court system 7). */
const WITHOUT_OPINIONS = new Set(['casb', 'innb', 'ohsb'])
const OPINIONS_PROGRAM: Readonly<Record<string, string>> = { ohnd: 'OHND_WrtOpRpt.pl' }
const WEEK = 7 * 24 * 60 * 60 * 1000

/** The opinions of up to a week (court system 7). */
export async function freeOpinions(
  traffic: SessionTraffic,
  court: Court,
  from: string,
  to: string,
  context: RequestContext
): Promise<ReceivedPage> {
  requireKind(court, 'district', 'bankruptcy')
  const refused = (said: string) => new RegistryError('invalid_parameters', said, court.archiveId)
  if (WITHOUT_OPINIONS.has(court.id)) throw refused('the court has no such report')
  const days = {
    filed_from: formDate(from, court.archiveId),
    filed_to: formDate(to, court.archiveId),
  }
  const span = Date.parse(to) - Date.parse(from)
  if (!(span >= 0 && span <= WEEK)) throw refused('the range is longer than a week')
  const program = OPINIONS_PROGRAM[court.id] ?? 'WrtOpRpt.pl'
  const form = await nonceForm(traffic, court, `/cgi-bin/${program}`, context)
  const answer = await traffic.post(
    court,
    form.action,
    { ...form.fields, ...days, ShowFull: '1', Key1: 'de_date_filed', all_case_ids: '0' },
    { context }
  )
  return receivedAs(traffic.parse, answer, court, 'free_opinions_report')
}

/**
 * The form of a program and its action, which contains a nonce (court system 4).
 */
export async function nonceForm(
  traffic: SessionTraffic,
  court: Court,
  path: string,
  context: RequestContext
): Promise<Pick<PageForm, 'action' | 'fields'>> {
  const answer = await traffic.get(court, path, { context })
  const bytes = pageIn(answer, court)
  const program = /\/(\w+\.pl)/.exec(path)?.[1] ?? ''
  for (const { action, fields } of parsePageForms(decodePageHead(bytes))) {
    const [, name, nonce] = /\/cgi-bin\/(\w+\.pl)\?(\d{1,30}(?:-[\w-]{1,40})?)$/.exec(action) ?? []
    if (name === program) return { action: `/cgi-bin/${program}?${nonce}`, fields }
  }
  // Throws the outcome of the page, which has no form.
  await readAs(traffic.parse, bytes, court)
  throw new RegistryError('unexpected_page', 'form missing', court.archiveId)
}
