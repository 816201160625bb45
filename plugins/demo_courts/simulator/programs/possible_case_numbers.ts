import { escapeHtml } from '#app/support/escape_html'
import { xml, type Answer } from '../http/answers.js'
import { fullNumber } from '../model/case_texts.js'
import type { SimulatedCase } from '../model/types.js'
import { numberParts } from '../model/world.js'
import { printedDate } from '../pages/markup.js'
import type { Visit } from './visit.js'

/** `possible_case_numbers.pl`: free lookup of docket numbers, in XML (court-system, 5). */
export function possibleCaseNumbers({ request, court, system }: Visit): Answer {
  // A cache-busting random number can follow (5).
  const asked = decodeURIComponent(request.query.split(';')[0].replaceAll('+', ' ')).trim()
  const parts = numberParts(asked)
  if (!parts) return message(asked, `"${asked}" is not a valid case number`)
  const normal = `${parts.year}-${String(parts.serial).padStart(5, '0')}`
  const found = system.world.casesWithNumber(court, asked)
  const open = found.filter(({ state }) => state !== 'sealed')
  if (found.length > 0 && open.length === 0) return message(normal, 'Case Under Seal')
  if (open.length === 0) return message(normal, `Cannot find case ${asked}`)
  return xml(`<request number="${normal}">\n${open.map(caseTag).join('\n')}\n</request>\n`)
}

/** Response to an unknown session (2 c). */
export const loggedOutAnswer = (): Answer =>
  message('', 'Not logged in.  Please refresh this page.')

const message = (number: string, text: string): Answer =>
  xml(
    `<request number='${escapeHtml(number)}'>\n<message text="${escapeHtml(text)}"/>\n</request>\n`
  )

function caseTag(one: SimulatedCase): string {
  const closed = one.terminated ? ` (closed ${printedDate(one.terminated)})` : ''
  const attributes = {
    number: one.number.replace(/-0+(?=\d+$)/, '-'),
    id: one.id,
    title: `${fullNumber(one)} ${one.name}${closed}`,
    sortable: one.number.replace(/^(\d{1,2}:)?(\d{2})-/, '$120$2-'),
    ...(one.defendant === null ? {} : { defendant: String(one.defendant) }),
  }
  const printed = Object.entries(attributes).map(
    ([name, value]) => `${name}="${escapeHtml(value)}"`
  )
  return `<case ${printed.join(' ')}/>`
}
