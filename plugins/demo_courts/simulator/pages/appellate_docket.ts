import { appellateText } from '../model/case_texts.js'
import { getSimulatedCourt, getCourtHost } from '../model/courts.js'
import type {
  SimulatedCase,
  SimulatedEntry,
  SimulatedOrigin,
  SimulatedParty,
} from '../model/types.js'
import { printedDate, lines, Markup, markup } from './markup.js'

/** Requested sections of an appellate docket (court-system, 10). */
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

/** A docket of the classic appellate system (court-system, 10). */
export function appellateDocket(content: AppellateContent): Markup {
  const { case: of, entries } = content
  return markup`<table width="100%" border="0"><tr><td align="right"></td></tr><tr><td align="center"><b>General Docket<br>${getSimulatedCourt(of.court).name}</b></td></tr></table>
<table width="100%" cellpadding="4" border="1">
${section('Case Stub')}
${stub(of)}
${section('Case Type')}
${row(markup`<tr><td><b>Case Type Information:</b></td></tr>
${of.caseTypes.map(
  (type, at) => markup`<tr><td><b>${INDENT}${at + 1})</b> ${type}</td></tr>
`
)}<tr><td></td></tr>`)}
${content.hasOrigin && [section('Orig Court'), row(origin(of.origin))]}
${content.hasPrior && [section('Prior and/or Assoc Cases'), row(markup`<tr><td colspan="2"><b>Prior Cases:</b></td></tr><tr><td colspan="2">${INDENT}None</td></tr>`)]}
${content.hasPanel && [section('Panel Assignment'), panelRow(of)]}
</table>
${content.hasParties && [section('Party/Aty List'), parties(of.parties)]}
${content.hasCaption && [section('Case Caption'), PAGE_BREAK, markup`<table width="100%" border="1" cellpadding="4"><tr><td>${caption(of)}</td></tr></table>`]}
${entries && [section('DOCKET ENTRIES'), PAGE_BREAK, entryForm(of, entries)]}`
}

const INDENT = '\u00A0'.repeat(5)
const PAGE_BREAK = markup`<h1 style="page-break-before: always;"> </h1>
`

/** A section's row: a table within the table of sections. */
const row = (rows: Markup): Markup =>
  markup`<tr><td><table width="100%" border="0" cellpadding="0" cellspacing="0">
${rows}</table></td></tr>`

const panelRow = ({ panel }: SimulatedCase): Markup =>
  panel.length === 0
    ? markup`<tr><td><b>Panel Assignment:</b>${INDENT}Not available</td></tr>`
    : markup`<tr><td><b>Panel Assignment:</b><br><b>${INDENT}Panel: </b>${panel.join(' ')}</td></tr>`

/** The parties with their roles on separate lines. */
const caption = ({ parties: all, name }: SimulatedCase): Markup =>
  all.length === 0
    ? markup`${name}`
    : lines(all.flatMap((one) => [one.name, '', `${INDENT}${one.type}`, '']))

function stub(of: SimulatedCase): Markup {
  return row(markup`<tr><td><b>Court of Appeals Docket #: </b>${of.number}</td><td valign="top" rowspan="2" align="right"><b>Docketed:</b> ${printedDate(of.filed)}${of.terminated && markup`<br><b>Termed:</b> ${printedDate(of.terminated)}`}</td></tr>
<tr><td><b>Nature of Suit: </b>${of.natureOfSuit}</td></tr>
<tr><td>${of.name}</td></tr>
<tr><td><b>Appeal From:</b> ${of.appealFrom}</td></tr>
<tr><td><b>Fee Status:</b> ${of.feeStatus}</td></tr>
`)
}

/** The lower-court case, linked without an ID, with its dates in a row after their labels. */
function origin(below: SimulatedOrigin | null): Markup {
  const heading = markup`<tr><td colspan="4"><b>Originating Court Information:</b></td></tr>
`
  if (!below)
    return markup`${heading}<tr><td colspan="4">${INDENT}None</td></tr>
`
  const dates: [string, string][] = [
    ['Date Order/Judgment', below.judgment],
    ['Date Order/Judgment EOD', below.judgment],
    ['Date NOA Filed', below.noticeFiled],
    ["Date Rec'd COA", below.received],
  ]
  return markup`${heading}<tr><td colspan="4">${INDENT}<b>District: </b>0975-3 : <a href="https://${getCourtHost(below.court)}/cgi-bin/iquery.pl?caseNumber=${below.number}&caseId=0">${below.number}</a></td></tr>
<tr><td colspan="4">${INDENT}<b>Trial Judge: </b>${below.judge}</td></tr>
<tr><td colspan="2"><b>${INDENT}Date Filed: </b>${printedDate(below.filed)}</td></tr>
<tr>${dates.map(([label]) => markup`<td><b>${INDENT}${label}:</b></td>`)}</tr>
<tr>${dates.map(([, date]) => markup`<td>${INDENT}${printedDate(date)}</td>`)}</tr>
`
}

/** Parties in a table within a table. Rows of one cell separate opponents. */
const parties = (all: SimulatedParty[]): Markup =>
  markup`<br>
<table width="100%" border="1" cellpadding="0"><tr><td><table width="100%" border="0" cellpadding="4" cellspacing="0">
<tr><td colspan="2"></td></tr>
${all.map((party, at) => [at === 1 && SEPARATOR, partyRow(party)])}</table></td></tr></table>
`

const SEPARATOR = markup`<tr><td colspan="2">v.<br><br></td></tr>
`

/** Name and type. Courts print no-break spaces in the type. */
function partyRow({ name, type, terminated, attorneys }: SimulatedParty): Markup {
  const left = [
    name,
    ...(terminated ? [markup`<b>Terminated: </b>${printedDate(terminated)}`] : []),
    `${INDENT}${type.replaceAll(' ', '\u00A0')}`,
  ]
  const counsel = attorneys.map((one) =>
    lines([one.name, ...one.roles.map((role) => `[${role}]`), ...one.contact])
  )
  return markup`<tr><td valign="top" width="50%">${lines(left)}</td><td valign="top" width="50%">${counsel.map((one, at) => [at > 0 && markup`<br><br>`, one])}</td></tr>
`
}

function entryForm(of: SimulatedCase, entries: SimulatedEntry[]): Markup {
  return markup`<form name="dktEntry" action="TransportRoom" method="GET">
<table width="100%" border="1" cellpadding="0"><tr><td><table border="0" cellpadding="4">
${
  entries.length === 0
    ? markup`<tr><td>No docket entries found.</td></tr>`
    : entries.map((entry) => entryRow(of, entry))
}</table></td></tr></table>${entries.length > 0 && selectionFields(of)}</form>`
}

/** Fields that combine the selected documents. */
const selectionFields = ({ id }: SimulatedCase): Markup =>
  markup`${PAGE_BREAK}<b><input type="hidden" name="servlet" value="ShowDocMulti"><input type="hidden" name="caseId" value="${id}"><input type="button" value="Clear All" onclick="return false;"><br>
<br><input type="radio" name="outputType" value="docrpt" checked> Documents and Docket Summary<br><input type="radio" name="outputType" value="doc"> Documents Only<br><br><input value="y" type="checkbox" name="incPdfFooter"> Include Page Numbers<br><br>
Selected Pages: <input name="totPageFld" type="text" size="8"> Selected Size: <input name="totByteFld" type="text" size="8"><br><br><input value="View Selected" name="submitbtn" type="button" onclick="ProcessForm();"></b>`

/** Courts that print document IDs instead of entry numbers (10). */
const PRINTS_IDS = new Set(['ca1', 'ca8', 'cadc'])

export const printsNumbers = ({ court }: SimulatedCase): boolean => !PRINTS_IDS.has(court)

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
