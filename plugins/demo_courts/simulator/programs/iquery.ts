import { page, type Answer } from '../http/answers.js'
import { fullNumber, lastFiling } from '../model/case_texts.js'
import type { SimulatedCase } from '../model/types.js'
import { caseHead } from '../pages/docket_parts.js'
import { isoDate, printedDate, markup, type Markup } from '../pages/markup.js'
import { courtPage, messagePage } from '../pages/frame.js'
import { receiptTable } from '../pages/receipt.js'
import { hasNonce } from '../http/request.js'
import { bill, reportPages, type Visit } from './visit.js'

/** `iquery.pl`: a free case summary, or a billed case search (court-system.md, 7). */
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

const SUB_REPORTS = ['qryAlias', 'qryAttorneys', 'qrySummary', 'DktRpt', 'HistDocQry', 'qryParties']

/** Links to a case's reports, each ending with the case ID. */
const subReports = ({ id }: SimulatedCase): Markup =>
  markup`<table><tr><td>${SUB_REPORTS.map((name) => markup`<a href="/cgi-bin/${name}.pl?${id}">${name}</a><br>`)}</td></tr></table>`

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
        isWithin(lastFiling(one), last) &&
        (!name || one.parties.some((party) => party.name.toLowerCase().includes(name)))
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

const resultList = (found: SimulatedCase[]): Markup => markup`<h2>Select a Case</h2>
<table><tr><th>Case No.</th><th>Case Title</th><th>Chapter / Lead BK case</th><th>Date Filed</th><th>Date Closed</th></tr>
${found.map(
  (
    one
  ) => markup`<tr><td><a href="iquery.pl?112801540788508-L_1_0-1-${one.id}">${fullNumber(one)}</a></td><td>${one.name}</td><td>${one.chapter}</td><td>${printedDate(one.filed)}</td><td>${one.terminated && printedDate(one.terminated)}</td></tr>
`
)}</table>`
