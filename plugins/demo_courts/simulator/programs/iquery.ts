import { page, type Answer } from '../http/answers.js'
import { fullNumber, lastFiling } from '../model/case_texts.js'
import type { SimulatedCase, SimulatedParty } from '../model/types.js'
import { caseHead } from '../pages/docket_parts.js'
import { isoDate, printedDate, markup, type Markup } from '../pages/markup.js'
import { courtPage, messagePage } from '../pages/frame.js'
import { receiptTable } from '../pages/receipt.js'
import { hasNonce } from '../http/request.js'
import { bill, reportPages, type Visit } from './visit.js'

/** `iquery.pl`: a free case summary, or a billed case search (court-system, 7). */
export function caseQuery(visit: Visit): Answer {
  const { request, court, system } = visit
  if (!hasNonce(request)) return page(courtPage(court, 'Query', queryForm()))
  const id = request.values.get('all_case_ids')?.trim()
  if (!id) return search(visit)
  const of = system.world.case(court, id)
  if (!of) return page(messagePage(court, 'Case not found.'))
  // Sealed cases show only the menu (12).
  if (of.state === 'sealed') return page(courtPage(court, 'Query', subReports(of)))
  return page(courtPage(court, 'Case Summary', markup`${caseHead(of)}${subReports(of)}`))
}

const queryForm =
  (): Markup => markup`<form method="POST" enctype="multipart/form-data" action="../cgi-bin/iquery.pl?1-L_1_0-1">
<input name="case_num"><input name="Qry_filed_from"><input name="Qry_filed_to"><input name="last_name"><input type="submit" value="Run Query"></form>`

const SUB_REPORTS = [
  ['qryAlias', 'Alias'],
  ['qryAscCases', 'Associated Cases'],
  ['qryAttorneys', 'Attorney'],
  ['qrySummary', 'Case Summary'],
  ['SchedQry', 'Deadlines/Hearings...'],
  ['DktRpt', 'Docket Report ...'],
  ['FilerQry', 'Filers'],
  ['HistDocQry', 'History/Documents...'],
  ['qryParties', 'Party'],
  ['RelTransactQry', 'Related Transactions...'],
  ['StatusQry', 'Status'],
]

/** Links to a case's reports, each ending with the case ID. */
const subReports = ({ id }: SimulatedCase): Markup =>
  markup`<br><div><a href="/cgi-bin/mobile_query.pl?search=caseInfo&caseid=${id}">Mobile Query</a></div><font size="+1"><strong>Query</strong></font><br>
<table cellspacing="10" cellpadding="0" align="left"><tr align="left" valign="top"><td>
${SUB_REPORTS.map(
  ([name, label]) =>
    markup`\u00A0\u00A0\u00A0<a href="/cgi-bin/${name}.pl?${id}">${label}</a><br>
`
)}</td></tr></table>`

/** Maximum number of days in a search (7). */
const MAX_DAYS = 31

function search(visit: Visit): Answer {
  const { request, court, system } = visit
  const value = (...names: string[]) =>
    names.map((name) => request.values.get(name)?.trim()).find(Boolean) ?? ''
  const filed = rangeOf(value('filed_from', 'Qry_filed_from'), value('filed_to', 'Qry_filed_to'))
  const last = rangeOf(value('lastentry_from'), value('lastentry_to'))
  const name = value('last_name').toLowerCase()
  if (filed === 'invalid' || last === 'invalid' || (!filed && !last && !name))
    return page(
      messagePage(
        court,
        'Incomplete request. Please try your query again: both dates, at most 31 days apart.'
      )
    )
  const found = system.world
    .cases()
    .filter(
      (one) =>
        one.court === court &&
        one.state !== 'sealed' &&
        isWithin(one.filed, filed) &&
        isWithin(lastFiling(one), last)
    )
    .flatMap((of): Match[] =>
      name
        ? of.parties
            .filter((party) => party.name.toLowerCase().includes(name))
            .map((party) => ({ of, party }))
        : [{ of, party: null }]
    )
  const list = resultList(found)
  const receipt = bill(visit, {
    description: 'Search',
    criteria: {
      label: 'Search Criteria',
      value: `${value('last_name')} ${value('filed_from', 'Qry_filed_from')}`.trim(),
    },
    pages: reportPages(list),
  })
  return page(courtPage(court, 'Search', markup`${list}${receiptTable(receipt)}`))
}

type Range = { from: string; to: string } | null

/** A date range; null if both dates are empty. */
function rangeOf(from: string, to: string): Range | 'invalid' {
  if (!from && !to) return null
  const [start, end] = [isoDate(from), isoDate(to)]
  if (!start || !end) return 'invalid'
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000
  return days < 0 || days >= MAX_DAYS ? 'invalid' : { from: start, to: end }
}

const isWithin = (date: string, range: Range) =>
  range === null || (date >= range.from && date <= range.to)

/** A case in the results, with the party that a name search found. */
interface Match {
  of: SimulatedCase
  party: SimulatedParty | null
}

/** A row per case, or per person and case for a search by name (7). */
function resultList(matches: Match[]): Markup {
  if (matches.length === 0) return markup`<h2 align="center">No match found</h2><br>`
  const isByName = matches.some(({ party }) => party !== null)
  const columns = [
    ...(isByName ? ['Name'] : []),
    'Case No.',
    'Case Title',
    'Chapter / Lead BK case',
    'Date Filed',
    ...(isByName ? ['Party Role'] : []),
    'Date Closed',
  ]
  const count = (number: number, what: string) =>
    markup`<tr><td colspan="${columns.length}" align="left"><b>There ${number === 1 ? 'was' : 'were'} ${number} matching ${what}${number === 1 ? '' : 's'}.</b></td></tr>
`
  const cases = new Set(matches.map(({ of }) => of))
  return markup`<h2 align="center">Select a Case</h2><br><center><table border="0" cellspacing="10">
${isByName && count(matches.length, 'person')}${count(cases.size, 'case')}<tr><td> <br> </td></tr>
<tr>${columns.map((column) => markup`<td valign="top" align="left"><font size="+0"><b>${column}</b></font></td>`)}</tr>
${matches.map((match, at) => resultRow(match, at))}</table></center><br>`
}

function resultRow({ of, party }: Match, at: number): Markup {
  const short = (date: string) => printedDate(date).replace(/\d\d(\d\d)$/, '$1')
  const cell = (value: Markup | string) => markup`<td valign="center"> ${value}</td>`
  const lead = of.lead && markup`<i>Lead BK: </i> ${of.lead.number} ${of.lead.name}`
  const isBankruptcy = of.kind === 'petition' || of.kind === 'adversary'
  return markup`<tr class="${at % 2 === 0 ? 'rowBackground1' : 'rowbackground2'}">${party && cell(markup`${party.name} (pty) <br> (1 case) `)}
<td nowrap valign="center"><a href="iquery.pl?112801540788508-L_1_0-0-${of.id}">${fullNumber(of)}</a></td>${cell(of.name)}${cell((isBankruptcy && lead) || of.chapter)}${cell(short(of.filed))}${party && cell(party.type)}${cell(of.terminated ? short(of.terminated) : 'N / A')}</tr>
`
}
