import { page, webServerPage, type Answer } from '../http/answers.js'
import { fullNumber } from '../model/case_texts.js'
import type { Place } from '../model/world.js'
import { isoDate, printedDate } from '../pages/dates.js'
import { documentLink } from '../pages/docket_parts.js'
import { courtPage, messagePage } from '../pages/frame.js'
import { markup, type Markup } from '../pages/markup.js'
import type { Visit } from './visit.js'

/** Courts that do not offer the report (court-system.md, 7). */
const NOT_OFFERED = new Set(['casb', 'innb', 'ohsb'])
/** Days of a report at most. */
const MAX_DAYS = 7

/** `WrtOpRpt.pl`: written opinions of a week at most, free; needs the nonce of its form (7). */
export function writtenOpinions({ request, court, system }: Visit): Answer {
  if (NOT_OFFERED.has(court)) return webServerPage(404, 'Not Found')
  if (request.method !== 'POST')
    return page(courtPage(court, 'Written Opinions', form(request.path, system.nonces.issue())))
  const says = (text: string) => page(messagePage(court, text))
  if (!system.nonces.isIssued(request))
    return says('Incomplete request. Please try your query again.')
  const [from, to] = ['filed_from', 'filed_to'].map((name) =>
    isoDate(request.values.get(name) ?? '')
  )
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
  return page(courtPage(court, 'Written Opinions', report(opinions)))
}

const form = (
  path: string,
  nonce: string
): Markup => markup`<form method="POST" enctype="multipart/form-data" action="..${path}?${nonce}">
<input name="filed_from"><input name="filed_to"><input type="hidden" name="ShowFull" value="1"><input type="submit" value="Run Report"></form>`

/** Opinions by case; further ones of a case have a blank first cell. */
function report(opinions: Place[]): Markup {
  return markup`<h2>Written Opinions Report</h2>
<table border="1"><tr><th>Case Number &amp; Name</th><th>Filed</th><th>Doc.</th><th>Description</th><th>Notes</th></tr>
${opinions.map(({ case: of, entry, document }, at) => {
  const isSame = opinions[at - 1]?.case === of
  const title = markup`<a href="/cgi-bin/DktRpt.pl?${of.id}">${fullNumber(of)}</a> ${of.name}`
  return markup`<tr><td>${!isSame && title}</td><td>${printedDate(entry.filed)}</td><td>${documentLink({ of, entry: { ...entry, documents: [document] }, document }, entry.number ?? '')}</td><td>${entry.text}</td><td><i>NOS:</i> ${of.natureOfSuit}<br><i>Cause:</i> ${of.cause}</td></tr>
`
})}</table>`
}
