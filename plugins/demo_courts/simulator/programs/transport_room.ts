import { page, xml, webServerPage, type Answer } from '../http/answers.js'
import { escapeHtml } from '#app/support/escape_html'
import { appellateText, fullNumber } from '../model/case_texts.js'
import { getSimulatedCourt } from '../model/courts.js'
import type { CaseState, SimulatedCase } from '../model/types.js'
import { appellateDocket, type AppellateContent } from '../pages/appellate_docket.js'
import { appellatePage } from '../pages/appellate_frame.js'
import { isoDate, printedDate, markup, type Markup } from '../pages/markup.js'
import { receiptTable } from '../pages/receipt.js'
import { courtFeed } from './feed.js'
import { showDocument, showManyDocuments } from './show_doc.js'
import { bill, estimate, reportPages, type Program, type ToBill, type Visit } from './visit.js'

/** Servlets of the classic appellate system (court-system, 10). */
const SERVLETS: Record<string, Program> = {
  'CaseQuery.jsp': caseQuery,
  'CaseSearch.jsp': searchForm,
  'CaseSelectionTable.jsp': selectionTable,
  'CaseSummary.jsp': caseSummary,
  'DocketReportFilter.jsp': filterForm,
  'RSSGenerator': courtFeed,
  'ShowDoc': showDocument,
  'ShowDocMulti': showManyDocuments,
}

/** `TransportRoom?servlet=…`: all programs of an appellate court. */
export function transportRoom(visit: Visit): Answer | Promise<Answer> {
  const name = visit.request.values.get('servlet') ?? ''
  return Object.hasOwn(SERVLETS, name) ? SERVLETS[name](visit) : webServerPage(404, 'Not Found')
}

/** Responses of cases without a docket (12). */
const NO_DOCKET: Partial<Record<CaseState, (court: string) => Answer>> = {
  answers_404: (court) => page(appellatePage(court, 'Docket', markup`<h1>404 Not Found</h1>`)),
  answers_redirect: () =>
    page(
      markup`<html><head><meta http-equiv="REFRESH" content="0;url=TransportRoom?servlet=CaseSearch.jsp"></head><body>SIMULATED</body></html>`
    ),
  answers_embedded: () =>
    page(
      markup`<html><body><embed width="100%" name="plugin" src="about:blank" type="application/pdf"></body></html>`
    ),
}

const notFound = ({ court }: Visit) =>
  page(appellatePage(court, 'Docket', markup`<p>Case Number Not Found</p>`))

/** The case with a docket number; excludes cases of the new system. */
function caseOf({ request, court, system }: Visit): SimulatedCase | undefined {
  const [found] = system.world
    .casesWithNumber(court, request.values.get('caseNum') ?? '')
    .filter(({ kind, state }) => kind === 'appellate' && state !== 'sealed')
  return found
}

/** The docket with the requested sections. */
async function caseSummary(visit: Visit): Promise<Answer> {
  const { request, court, system } = visit
  const number = request.values.get('caseNum') ?? ''
  // In tests: a stored page.
  const stored = await system.stored?.docket('appellate', court, number)
  if (stored) return stored
  const of = caseOf(visit)
  if (!of) return notFound(visit)
  const instead = NO_DOCKET[of.state]
  if (instead) return instead(court)
  const content = contentOf(visit, of)
  const report = appellateDocket(content)
  const isFull = content.hasParties && content.entries?.length === of.entries.length
  const toBill: ToBill = {
    description: `Docket Report (${isFull ? 'full' : 'filtered'})`,
    criteria: { label: 'Search Criteria', value: fullNumber(of) },
    pages: reportPages(report),
  }
  const isXml = request.values.get('outputXML_TXT') === 'XML'
  if (isXml && request.values.get('confirmCharge') !== 'y')
    return page(
      appellatePage(
        court,
        'Receipt',
        markup`${receiptTable(estimate(visit, toBill))}<input type="submit" value="Accept Charges and Retrieve">`
      )
    )
  const receipt = bill(visit, toBill)
  if (isXml) return xml(docketXml(content))
  const named = { ...receipt, time: `${getSimulatedCourt(court).name} - ${receipt.time}` }
  return page(
    appellatePage(
      court,
      `${of.number} Docket`,
      markup`${reportForm(of, content)}${report}<br>${receiptTable(named)}`
    )
  )
}

function contentOf({ request }: Visit, of: SimulatedCase): AppellateContent {
  const { values } = request
  const isAsked = (name: string) => /^y$/i.test(values.get(name) ?? '')
  const from = isoDate(values.get('dateFrom') ?? '') ?? ''
  const to = isoDate(values.get('dateTo') ?? '') ?? '9999'
  return {
    case: of,
    hasOrigin: isAsked('incOrigDkt'),
    hasPrior: isAsked('incPrior') || isAsked('incAssoc'),
    hasPanel: isAsked('incPanel'),
    hasParties: isAsked('incPtyAty'),
    hasCaption: values.get('incCaption') === 'long',
    entries: isAsked('incDktEntries')
      ? of.entries.filter(({ filed }) => filed >= from && filed <= to)
      : null,
  }
}

/** The form that requests the same report in other formats. */
function reportForm(of: SimulatedCase, { hasOrigin, entries }: AppellateContent): Markup {
  const fields = {
    outputXML_TXT: '',
    incOrigDkt: hasOrigin ? 'Y' : '',
    incDktEntries: entries ? 'Y' : '',
    caseNum: of.number,
    servlet: 'CaseSummary.jsp',
  }
  const hidden = Object.entries(fields).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">
`
  )
  return markup`<form name="f1" action="TransportRoom?servlet=CaseSummary.jsp" method="post">
${hidden}${csrf}</form>
`
}

/** The docket as XML. */
function docketXml({ case: of, entries }: AppellateContent): string {
  const tags = (entries ?? []).map(
    (entry) =>
      `<docketText dateFiled="${printedDate(entry.filed)}" docId="${entry.documents[0]?.id ?? ''}" text="${escapeHtml(appellateText(of, entry))}"/>`
  )
  return `<?xml version="1.0" encoding="utf-8"?>\n<docket simulated="yes"><stub caseNumber="${of.number}" shortTitle="${escapeHtml(of.name)}" dateFiled="${printedDate(of.filed)}"/><docketTexts>${tags.join('')}</docketTexts></docket>\n`
}

/** CSRF field of forms. Requests with the expected Referer header don't need it (10). */
const csrf = markup`<input type="hidden" name="CSRF" value="csrf_-3765577682638124700">`

const form = (servlet: string, fields: Markup): Markup =>
  markup`<form action="TransportRoom" method="post"><input type="hidden" name="servlet" value="${servlet}">${csrf}${fields}<input type="submit" value="Search"></form>`

function searchForm({ court }: Visit): Answer {
  const fields = markup`<input name="csnum1"><input name="csnum2"><input name="shortTitle">`
  return page(appellatePage(court, 'Case Search', form('CaseSelectionTable.jsp', fields)))
}

/** Cases by docket number or by text in the title. */
function selectionTable(visit: Visit): Answer {
  const { request, court, system } = visit
  const number = request.values.get('csnum1') ?? ''
  const title = (request.values.get('shortTitle') ?? '').toLowerCase()
  const all = number
    ? system.world.casesWithNumber(court, number)
    : system.world
        .cases()
        .filter((one) => one.court === court && one.name.toLowerCase().includes(title))
  const found = all.filter(({ kind, state }) => kind === 'appellate' && state !== 'sealed')
  const rows = found.map(
    (
      one
    ) => markup`<tr><td><a href="TransportRoom?servlet=CaseSummary.jsp&caseNum=${one.number}">${one.number}</a></td><td>${one.name}</td><td>${printedDate(one.filed)}</td></tr>
`
  )
  const table = markup`<table><tr><th>Case Number</th><th>Title</th><th>Opening Date</th></tr>
${rows}</table><input type="hidden" name="csnum1" value="${number}"><input type="hidden" name="csnum2" value="">`
  return page(appellatePage(court, 'Case Selection Table', table))
}

function caseQuery({ request, court, system }: Visit): Answer {
  const of = system.world.case(court, request.values.get('caseid'))
  if (!of || of.kind !== 'appellate' || of.state === 'sealed')
    return page(appellatePage(court, 'Case Query', markup`<p>Case Number Not Found</p>`))
  return page(
    appellatePage(
      court,
      'Case Query',
      markup`<p><a href="TransportRoom?servlet=DocketReportFilter.jsp&caseNum=${of.number}">${of.number}</a> ${of.name}</p>`
    )
  )
}

function filterForm(visit: Visit): Answer {
  const of = caseOf(visit)
  if (!of) return notFound(visit)
  const fields = markup`<input type="hidden" name="caseNum" value="${of.number}"><input name="dateFrom"><input name="dateTo"><input type="checkbox" name="incDktEntries" value="Y">`
  return page(appellatePage(visit.court, 'Docket Report Filter', form('CaseSummary.jsp', fields)))
}
