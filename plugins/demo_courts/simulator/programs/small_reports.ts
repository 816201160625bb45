import { page, redirect, type Answer } from '../http/answers.js'
import { courtOf, hostOf } from '../model/courts.js'
import { itemId } from '../model/world.js'
import { messagePage } from '../pages/frame.js'
import { markup } from '../pages/markup.js'
import type { Visit } from './visit.js'

/** `mobile_query.pl?search=caseInfo`: the number of entries, free (court-system.md, 7). */
export function mobileQuery({ request, court, system }: Visit): Answer {
  const of = system.world.case(court, request.values.get('caseid'))
  if (!of || of.state === 'sealed') return page(messagePage(court, 'Case not found.'))
  return page(
    markup`<!DOCTYPE html>
<html><head><title>Mobile Query</title></head><body>
<div data-role="header"><h3>SIMULATED - CM/ECF Mobile - ${court.toUpperCase()}</h3></div>
<input type="hidden" id="caseid" value="${of.id}">
<ul><li><a id="entriesLink" href="?search=entries&caseid=${of.id}">Docket Entries <span class="ui-li-count">${of.entries.length}</span></a></li></ul>
</body></html>
`
  )
}

/**
 * `show_case_doc?<number>,<case ID>,<attachment>,,`: leads to the document with a number, at
 * district courts (court-system.md, 5).
 */
export function showCaseDocument({ request, court, system }: Visit): Answer {
  const [number, caseId, attachment = ''] = decodeURIComponent(request.query).split(',')
  const of = system.world.case(court, caseId)
  const says = (text: string) => page(messagePage(court, text))
  if (courtOf(court).kind !== 'district' || !of || of.state === 'sealed')
    return says('Case not found.')
  if (of.entries.every(({ documents }) => documents.length === 0))
    return says('There are no documents in this case.')
  const entry = of.entries.find((one) => String(one.number) === number)
  const document = entry?.documents[Number(attachment || 0)]
  if (!entry || !document) return says('The page ID does not exist.')
  const id = entry.documents.length > 1 && attachment === '' ? document.id : itemId(document.id)
  return redirect(`https://${hostOf(court)}/doc1/${id}`)
}
