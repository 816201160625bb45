import { page, webServerPage, type Answer } from '../http/answers.js'
import { fullNumber } from '../model/case_texts.js'
import { getSimulatedCourt } from '../model/courts.js'
import type { Place } from '../model/world.js'
import { documentLink } from '../pages/docket_parts.js'
import { courtPage, messagePage } from '../pages/frame.js'
import { isoDate, markup, printedDate, type Markup } from '../pages/markup.js'
import type { Visit } from './visit.js'

/** Courts without the report (court-system, 7). */
const NOT_OFFERED = new Set(['casb', 'innb', 'ohsb'])
/** Maximum number of days in a report. */
const MAX_DAYS = 7

/** `WrtOpRpt.pl`: free report of written opinions. Requires the nonce of its form (7). */
export function writtenOpinions({ request, court, system }: Visit): Answer {
  if (NOT_OFFERED.has(court)) return webServerPage(404, 'Not Found')
  if (request.method !== 'POST')
    return page(courtPage(court, 'Written Opinions', form(request.path, system.nonces.issue())))
  const says = (text: string) => page(messagePage(court, text))
  if (!system.nonces.isIssued(request))
    return says('Incomplete request. Please try your query again.')
  const { values } = request
  const [from, to] = ['filed_from', 'filed_to'].map((name) => isoDate(values.get(name) ?? ''))
  if (!from || !to || from > to)
    return says('Invalid date_from: the report needs two dates in order.')
  if (Date.parse(to) - Date.parse(from) > MAX_DAYS * 86_400_000)
    return says('Invalid date_from: the report covers at most a week.')
  const opinions = system.world
    .places()
    .filter(
      ({ case: of, document, entry }) =>
        of.court === court && document.isOpinion && entry.filed >= from && entry.filed <= to
    )
  const report = reportPage(court, opinions, {
    period: `${values.get('filed_from')} - ${values.get('filed_to')}`,
    isByDate: values.get('Key1') === 'de_date_filed',
  })
  return page(courtPage(court, 'Written Opinions', report))
}

const form = (
  path: string,
  nonce: string
): Markup => markup`<form method="POST" enctype="multipart/form-data" action="..${path}?${nonce}">
<input name="filed_from"><input name="filed_to"><input type="hidden" name="ShowFull" value="1">
<select name="Key1"><option value="de_date_filed">Date Filed</option><option value="cs_sort_case_numb">Case Number</option></select>
<input type="hidden" name="all_case_ids" value="0"><input type="submit" value="Run Report"></form>`

interface Selection {
  period: string
  /** Sorted by date, with the date in the first column. */
  isByDate: boolean
}

function reportPage(court: string, opinions: Place[], { period, isByDate }: Selection): Markup {
  const isBankruptcy = getSimulatedCourt(court).kind === 'bankruptcy'
  const key = (at: Place) => (isByDate ? at.entry.filed : fullNumber(at.case))
  const sorted = opinions.toSorted((one, other) => key(one).localeCompare(key(other)))
  const first = ['Case Number & Name:', 'Date Filed:']
  const columns = [
    ...(isByDate ? first.toReversed() : first),
    'Doc. #',
    'Description:',
    ...(isBankruptcy ? [] : ['Notes:']),
  ]
  const table = markup`<table border="1" cellpadding="3"><tr align="center">${columns.map((column) => markup`<th>${column}</th>`)}</tr>
${sorted.map((place, at) => row(place, sorted[at - 1], { isByDate, isBankruptcy }))}</table>`
  const heading = (text: string) =>
    markup`<h3 style="margin-top:0;margin-bottom:0">${text}</h3>
`
  const criteria: [string, string][] = [
    ['Case Number', 'All'],
    ['Office', 'All'],
    ['Filed Date', period],
    ['Sort by', isByDate ? 'Date Filed' : 'Case Number'],
  ]
  return markup`<center><h2>Written Opinions Report</h2>
${heading(`U.S. ${isBankruptcy ? 'Bankruptcy' : 'District'} Court -- ${getSimulatedCourt(court).name}`)}${heading(`Filed Report Period: ${period}`)}${
    isBankruptcy
      ? table
      : markup`<br><form enctype="multipart/form-data" method="post" name="view_multi_docs" action="/cgi-bin/show_multidocs.pl?pdf_header=1&pdf_toggle_possible=1">
<input type="hidden" name="sort1" value="${isByDate ? 'date filed' : 'case number'}"><input type="hidden" name="download_documents" value="0"><input type="hidden" name="zipit" value="0">
${table}</form>`
  }</center>
<br> <b>Total number of opinions reported:</b> ${opinions.length}<br>
<center><h3 style="margin-bottom:0">Selection Criteria for Report</h3>
<table border="1" rules="all" cellpadding="3">
${criteria.map(
  ([label, value]) => markup`<tr><td><b>${label}</b></td><td>${value}</td></tr>
`
)}</table></center>`
}

/** The first cell is empty if it repeats the row above. */
function row(
  { case: of, entry, document }: Place,
  above: Place | undefined,
  { isByDate, isBankruptcy }: { isByDate: boolean; isBankruptcy: boolean }
): Markup {
  const path = `/cgi-bin/DktRpt.pl?${of.id}`
  const title = isBankruptcy
    ? markup`<a href="${path}">${fullNumber(of)} ${of.name}</a>`
    : markup`<a href="${path}">${fullNumber(of)} </a><br><b>${of.name}</b>`
  const isSame = isByDate ? above?.entry.filed === entry.filed : above?.case === of
  const first = [title, printedDate(entry.filed)]
  const [left, right] = isByDate ? first.toReversed() : first
  const link = documentLink(
    { of, entry: { ...entry, documents: [document] }, document },
    entry.number ?? ''
  )
  const notes = markup`<td><i>Office:</i> ${of.division}<br><i>NOS:</i> ${of.natureOfSuit}<br><i>Cause:</i> ${of.cause}<br></td>`
  return markup`<tr valign="top"><td>${!isSame && left}</td><td>${right}</td><td align="center">${link}</td><td><b>${entry.text}</b></td>${!isBankruptcy && notes}</tr>
`
}
