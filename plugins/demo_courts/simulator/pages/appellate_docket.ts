import { appellateText } from '../model/case_texts.js'
import { getSimulatedCourt, getCourtHost } from '../model/courts.js'
import type {
  SimulatedCase,
  SimulatedEntry,
  SimulatedOrigin,
  SimulatedParty,
} from '../model/types.js'
import { printedDate, lines, Markup, markup } from './markup.js'

/** Requested sections of an appellate docket (court-system.md, 10). */
export interface AppellateContent {
  case: SimulatedCase
  hasOrigin: boolean
  hasPrior: boolean
  hasPanel: boolean
  hasParties: boolean
  hasCaption: boolean
  /** Null if not requested. */
  entries: SimulatedEntry[] | null
}

/** The comment that marks a section. */
const section = (name: string) =>
  new Markup(`<!-- ==================== NEW SECTION - ${name} ======================== -->`)

/** A docket of the classic appellate system (court-system.md, 10). */
export function appellateDocket(content: AppellateContent): Markup {
  const { case: of, entries } = content
  return markup`<table width="100%"><tr><td align="center"><b>General Docket<br>${getSimulatedCourt(of.court).name}</b></td></tr></table>
<table width="100%" cellpadding="4" border="1">
${section('Case Stub')}
${stub(of)}
${section('Case Type')}
<tr><td><table><tr><td><b>Case Type Information:</b></td></tr>
${of.caseTypes.map(
  (type, at) => markup`<tr><td><b>${at + 1})</b> ${type}</td></tr>
`
)}</table></td></tr>
${content.hasOrigin && of.origin && [section('Orig Court'), origin(of.origin)]}
${content.hasPrior && [section('Prior and/or Assoc Cases'), markup`<tr><td><b>Prior Cases:</b><br>None</td></tr>`]}
${content.hasPanel && of.panel.length > 0 && [section('Panel Assignment'), markup`<tr><td>Panel: ${of.panel.join(' ')}</td></tr>`]}
</table>
${content.hasParties && [section('Party/Aty List'), markup`<table width="100%">${of.parties.map(partyRow)}</table>`]}
${content.hasCaption && [section('Case Caption'), markup`<table><tr><td>${of.name}</td></tr></table>`]}
${entries && [section('DOCKET ENTRIES'), entryForm(of, entries)]}`
}

function stub(of: SimulatedCase): Markup {
  return markup`<tr><td><table width="100%">
<tr><td><b>Court of Appeals Docket #: </b>${of.number}</td><td rowspan="2" align="right"><b>Docketed:</b> ${printedDate(of.filed)}${of.terminated && markup`<br><b>Termed:</b> ${printedDate(of.terminated)}`}</td></tr>
<tr><td><b>Nature of Suit: </b>${of.natureOfSuit}</td></tr>
<tr><td>${of.name}</td></tr>
<tr><td><b>Appeal From:</b> ${of.appealFrom}</td></tr>
<tr><td><b>Fee Status:</b> ${of.feeStatus}</td></tr>
</table></td></tr>`
}

/** The lower-court case, linked without an ID, with its dates in a row after their labels. */
function origin(below: SimulatedOrigin): Markup {
  const dates: [string, string][] = [
    ['Date Order/Judgment', below.judgment],
    ['Date Order/Judgment EOD', below.judgment],
    ['Date NOA Filed', below.noticeFiled],
    ["Date Rec'd COA", below.received],
  ]
  return markup`<tr><td><table width="100%"><tr><td><b>Originating Court Information:</b></td></tr>
<tr><td><b>District: </b>0975-3 : <a href="https://${getCourtHost(below.court)}/cgi-bin/iquery.pl?caseNumber=${below.number}&caseId=0">${below.number}</a></td></tr>
<tr><td><b>Trial Judge: </b>${below.judge}</td></tr>
<tr><td><b>Date Filed: </b>${printedDate(below.filed)}</td></tr>
</table><table><tr>${dates.map(([label]) => markup`<td><b>${label}:</b></td>`)}</tr>
<tr>${dates.map(([, date]) => markup`<td>${printedDate(date)}</td>`)}</tr></table></td></tr>`
}

/** Name and type. Courts print no-break spaces in the type. */
function partyRow({ name, type, terminated, attorneys }: SimulatedParty): Markup {
  const left = [
    name,
    ...(terminated ? [`Terminated: ${printedDate(terminated)}`] : []),
    `\u00A0\u00A0\u00A0\u00A0${type.replaceAll(' ', '\u00A0')},`,
  ]
  const counsel = attorneys.flatMap((one) => [
    one.name,
    ...one.contact,
    ...one.roles.map((role) => `[${role}]`),
    '',
  ])
  return markup`<tr><td width="40%" valign="top">${lines(left)}</td><td valign="top">${lines(counsel)}</td></tr>
`
}

function entryForm(of: SimulatedCase, entries: SimulatedEntry[]): Markup {
  return markup`<form name="dktEntry" action="TransportRoom" method="GET">
<table width="100%" border="1"><tr><td><table border="0" cellpadding="4">
${entries.map((entry) => entryRow(of, entry))}</table></td></tr></table></form>`
}

/** One court prints document IDs instead of entry numbers (10). */
export const printsNumbers = ({ court }: SimulatedCase): boolean => court !== 'ca1'

function entryRow(of: SimulatedCase, entry: SimulatedEntry): Markup {
  const [document] = entry.documents
  const box = markup`<input type="checkbox" name="d" value="${entry.sequence}" onclick="sumSelected(this,${document?.pages ?? 0},${document?.bytes ?? 0});">`
  const number = printsNumbers(of) ? entry.number : ''
  const link =
    document &&
    markup`<a href="https://${getCourtHost(of.court)}/docs1/${document.id}" onclick="return doDocPostURL('${document.id}','${of.id}');" title="Open Document"> ${number} </a><br><font size="-2">${document.pages} pg, ${(document.bytes / 1024).toFixed(2)} KB</font>`
  return markup`<tr><td valign="top">${printedDate(entry.filed)}</td><td valign="top" nowrap>${box}${link ?? markup`&nbsp;`}</td><td width="90%" valign="top">${appellateText(of, entry)}</td></tr>
`
}
