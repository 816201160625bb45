/** Pages of the simulated courts, of every kind and variation, as clients request them. */
import { getCourtHost, getSimulatedCourt } from '../simulator/model/courts.js'
import { itemId } from '../simulator/model/world.js'
import type { SimulatedCase } from '../simulator/start_simulator.js'
import type { CourtVisitor, Fields, RawAnswer } from './court_visitor.js'

/** A page with the case that it shows. */
export interface SimulatedPage {
  kind: SimulatedPageKind
  /** Court, case ID, and variation, for titles and file names. */
  name: string
  of: SimulatedCase
  answer: RawAnswer
}

export type SimulatedPageKind =
  | 'appellate_docket'
  | 'appellate_menu'
  | 'appellate_receipt'
  | 'attachment_menu'
  | 'bankruptcy_docket'
  | 'case_numbers'
  | 'case_query'
  | 'case_search'
  | 'claims_activity'
  | 'claims_register'
  | 'creditors'
  | 'district_docket'
  | 'feed'
  | 'history'
  | 'mobile_query'
  | 'opinions'
  | 'receipt'

type Request = { url: string; form?: Fields; nonceFrom?: string }
type Requests = [kind: SimulatedPageKind, variation: string, request: Request][]

const DOCKET: Fields = {
  case_num: ' ',
  sort1: 'oldest date first',
  date_range_type: 'Filed',
  date_from: '1/1/1960',
  pdf_header: '1',
  output_format: 'html',
}
const PARTIES: Fields = { list_of_parties_and_counsel: 'on', terminated_parties: 'on' }

/** Nonce that reports accept without a form. */
const ANY = '1-L_1_0-1'

/** Longer dockets have the same structure. */
const MAX_ENTRIES = 200

/**
 * Requests every page of the open cases, except long ones.
 *
 * @param visitor a client that is logged in
 */
export async function requestSimulatedPages(visitor: CourtVisitor): Promise<SimulatedPage[]> {
  const pages: SimulatedPage[] = []
  const open = visitor.simulator
    .cases()
    .filter(({ state, entries }) => state === 'open' && entries.length <= MAX_ENTRIES)
  for (const of of open)
    for (const [kind, variation, request] of requestsFor(of)) {
      const answer = await send(visitor, request)
      pages.push({ kind, name: [of.court, of.id, variation].filter(Boolean).join('_'), of, answer })
    }
  return pages
}

async function send(visitor: CourtVisitor, { url, form, nonceFrom }: Request) {
  if (!form) return visitor.get(url)
  if (!nonceFrom) return visitor.post(url, form)
  const { text } = await visitor.get(nonceFrom)
  const nonce = /action="[^"]*\?(\d+-L_1_0-1)"/.exec(text)?.[1]
  return visitor.post(`${url}?${nonce}`, form)
}

function requestsFor(of: SimulatedCase): Requests {
  if (of.kind === 'acms') return []
  if (of.kind === 'appellate') return appellateRequests(of)
  const isBankruptcy = of.kind === 'petition' || of.kind === 'adversary'
  return [...courtRequests(of), ...(isBankruptcy ? bankruptcyRequests(of) : [])]
}

function courtRequests(of: SimulatedCase): Requests {
  const host = `https://${getCourtHost(of.court)}`
  const cgi = `${host}/cgi-bin`
  const kind = of.court.endsWith('b') ? 'bankruptcy_docket' : 'district_docket'
  const ids = { all_case_ids: of.id, case_num: ' ' }
  const docket = (fields: Fields): Request => ({
    url: `${cgi}/DktRpt.pl?${ANY}`,
    form: { ...DOCKET, ...ids, ...fields },
  })
  const menu = of.entries.find(({ documents }) => documents.length > 1)
  const document = of.entries.flatMap(({ documents }) => documents).find(({ state }) => !state)
  const last = of.entries.at(-1)?.filed
  return [
    [kind, '', docket(PARTIES)],
    [kind, 'without_parties', docket({})],
    [kind, 'with_documents', docket({ ...PARTIES, view_multi_docs: 'on' })],
    [kind, 'empty', docket({ ...PARTIES, date_from: '1/1/2030' })],
    ['case_query', '', { url: `${cgi}/iquery.pl?${ANY}`, form: { ...ids, last_name: '' } }],
    [
      'case_search',
      '',
      {
        url: `${cgi}/iquery.pl?${ANY}`,
        form: { ...ids, all_case_ids: '', last_name: 'simulated' },
      },
    ],
    [
      'history',
      '',
      {
        url: `${cgi}/HistDocQry.pl`,
        nonceFrom: `${cgi}/HistDocQry.pl?${of.id}`,
        form: { QueryType: 'History', sort1: 'asc', DisplayDktText: 'DisplayDktText' },
      },
    ],
    [
      'history',
      'documents',
      {
        url: `${cgi}/HistDocQry.pl`,
        nonceFrom: `${cgi}/HistDocQry.pl?${of.id}`,
        form: { QueryType: 'Documents', sort1: 'asc' },
      },
    ],
    ['mobile_query', '', { url: `${cgi}/mobile_query.pl?search=caseInfo&caseid=${of.id}` }],
    ['case_numbers', '', { url: `${cgi}/possible_case_numbers.pl?${of.number}` }],
    ['feed', '', { url: `${cgi}/rss_outside.pl` }],
    ...(menu
      ? ([['attachment_menu', '', { url: `${host}/doc1/${menu.documents[0].id}` }]] as Requests)
      : []),
    ...(document && !document.isOpinion
      ? ([['receipt', '', { url: `${host}/doc1/${itemId(document.id)}` }]] as Requests)
      : []),
    ...(last
      ? ([
          ['opinions', '', opinions(cgi, last, last)],
          ['opinions', 'empty', opinions(cgi, '2031-01-01', '2031-01-02')],
        ] as Requests)
      : []),
  ]
}

const opinions = (cgi: string, from: string, to: string): Request => ({
  url: `${cgi}/WrtOpRpt.pl`,
  nonceFrom: `${cgi}/WrtOpRpt.pl`,
  form: {
    filed_from: printed(from),
    filed_to: printed(to),
    ShowFull: '1',
    Key1: 'de_date_filed',
    all_case_ids: '0',
  },
})

const printed = (date: string) => date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')

function bankruptcyRequests(of: SimulatedCase): Requests {
  const cgi = `https://${getCourtHost(of.court)}/cgi-bin`
  const ids = { all_case_ids: of.id, case_num: of.number }
  const claims = (from: string): Request => ({
    url: `${cgi}/SearchClaims.pl?${ANY}`,
    form: { ...ids, EntFil: 'Fil', SearchingClaims: 'true', f_fromdt: from },
  })
  return [
    ['claims_register', '', claims('1/1/1960')],
    ['claims_register', 'empty', claims('1/1/2030')],
    [
      'claims_activity',
      '',
      {
        url: `${cgi}/ClaimsActRpt.pl`,
        nonceFrom: `${cgi}/ClaimsActRpt.pl`,
        form: { ...ids, entered_from: '1/1/2024', entered_to: '12/31/2024' },
      },
    ],
    [
      'creditors',
      '',
      {
        url: `${cgi}/CredMatrixCase.pl`,
        nonceFrom: `${cgi}/CredMatrixCase.pl`,
        form: { ...ids, typfmt: 'rawfrmt', SMG: '' },
      },
    ],
  ]
}

function appellateRequests(of: SimulatedCase): Requests {
  const host = `https://${getCourtHost(of.court)}`
  const room = `${host}${getSimulatedCourt(of.court).transportRoom}`
  const docket = (query: string): Request => ({
    url: `${room}?servlet=CaseSummary.jsp&caseNum=${of.number}&fullDocketReport=Y&incOrigDkt=Y&incPrior=Y&incPanel=Y&incCaption=long${query}`,
  })
  const menu = of.entries.find(({ documents }) => documents.length > 1)
  const document = of.entries.find(
    ({ documents: [only, ...rest] }) => only && rest.length === 0 && !only.state
  )?.documents[0]
  return [
    ['appellate_docket', '', docket('&incDktEntries=Y&incPtyAty=Y')],
    ['appellate_docket', 'without_parties', docket('&incDktEntries=Y')],
    ['appellate_docket', 'empty', docket('&incDktEntries=Y&incPtyAty=Y&dateFrom=01/01/2030')],
    ['feed', '', { url: `${room}?servlet=RSSGenerator` }],
    ...(menu
      ? ([['appellate_menu', '', { url: `${host}/docs1/${menu.documents[0].id}` }]] as Requests)
      : []),
    ...(document
      ? ([['appellate_receipt', '', { url: `${host}/docs1/${itemId(document.id)}` }]] as Requests)
      : []),
  ]
}
