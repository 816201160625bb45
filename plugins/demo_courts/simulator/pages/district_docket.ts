import { fullNumber } from '../model/case_texts.js'
import { getSimulatedCourt } from '../model/courts.js'
import type { SimulatedCase, SimulatedEntry, SimulatedParty } from '../model/types.js'
import { printedDate, markup, lines, type Markup } from './markup.js'
import {
  attorneysMarkup,
  boxValue,
  documentLink,
  entryMarkup,
  noEntries,
  printedSize,
} from './docket_parts.js'

/** Content of a docket report. */
export interface DocketContent {
  case: SimulatedCase
  /** Empty if not requested. */
  parties: SimulatedParty[]
  /** In the requested order. */
  entries: SimulatedEntry[]
  members: SimulatedCase[]
  /** Whether documents can be selected individually. */
  listsDocuments: boolean
}

const KINDS: Record<string, string> = { civil: 'CIVIL', criminal: 'CRIMINAL' }

/** The docket report of a district court (court-system, 6). */
export function districtDocket(content: DocketContent): Markup {
  const { case: of } = content
  return markup`<table border="0" cellspacing="0" width="100%"><tr><td align="right">${of.flags.map((flag, at) => [at > 0 && ',', markup`<span>${flag}</span>`])}</td></tr></table>
<h3 align="center">U.S. District Court<br>${getSimulatedCourt(of.court).name}${of.division && ` (${of.division})`}<br>${KINDS[of.kind]} DOCKET FOR CASE #: ${fullNumber(of)}</h3>
${head(of, content.members)}
${parties(of, content.parties)}${entryTable(content)}<br>`
}

/** Parties and judges on the left, dates and codes on the right. */
function head(of: SimulatedCase, members: SimulatedCase[]): Markup {
  const isCriminal = of.kind === 'criminal'
  const left = [
    isCriminal ? `Case title: ${of.name}` : of.name,
    // Criminal dockets print the judge of each defendant.
    ...(isCriminal ? [] : judges(of)),
    ...labelled('Demand', of.demand),
    ...(of.lead ? [caseTable('Lead case', [of.lead.number])] : []),
    ...(members.length > 0 ? [caseTable('Member cases', members.map(caseLink))] : []),
    ...labelled('Cause', of.cause),
  ]
  const right = [
    `Date Filed: ${printedDate(of.filed)}`,
    ...labelled('Date Terminated', of.terminated && printedDate(of.terminated)),
    ...labelled('Jury Demand', of.juryDemand),
    ...labelled('Nature of Suit', of.natureOfSuit),
    ...labelled('Jurisdiction', of.jurisdiction),
  ]
  return markup`<table width="100%" border="0" cellspacing="5"><tr>
<td valign="top" width="60%"><br>${lines(left)}</td>
<td valign="top" width="40%"><br>${lines(right)}</td>
</tr></table>`
}

const judges = ({ judge, referredTo }: SimulatedCase) => [
  ...labelled('Assigned to', judge),
  ...labelled('Referred to', referredTo),
]

const labelled = (label: string, value: string | null) => (value ? [`${label}: ${value}`] : [])

const caseLink = (of: SimulatedCase): Markup =>
  markup`<a href="/cgi-bin/DktRpt.pl?${of.id}">${fullNumber(of)}</a>`

/** Related cases in a table, one per row. */
const caseTable = (label: string, cases: (Markup | string)[]): Markup =>
  markup`<table border="0" cellspacing="0">${cases.map(
    (one, at) =>
      markup`<tr><td valign="top">${at === 0 && `\u00A0${label}:\u00A0`}</td><td>${one}</td></tr>`
  )}</table>`

const PARTY_TABLE = markup`<table width="100%" border="0" cellspacing="5">
`

/** A table of all parties. In criminal cases, each defendant has a table with the judge. */
function parties(of: SimulatedCase, all: SimulatedParty[]): Markup {
  if (all.length === 0) return markup``
  if (of.kind === 'criminal') {
    const judge = judges(of).map(
      (line) => markup`<tr><td valign="top" width="40%">${line}</td></tr>
`
    )
    return markup`${all.map((party) => [
      markup`<hr>${PARTY_TABLE}`,
      party.charges && judge,
      partyRows(party),
      party.charges && chargeRows(party.charges),
      markup`</table>
`,
    ])}<br>`
  }
  return markup`${PARTY_TABLE}${all.map((party, at) => [at === 1 && OPPONENTS, partyRows(party)])}</table>
<br>`
}

/** The row between the first party and the others. */
const OPPONENTS = markup`<tr><td valign="top"><br>V.<br></td></tr>
`

function partyRows({ type, name, extra, terminated, attorneys }: SimulatedParty): Markup {
  const below = [
    markup`<b>${name}</b>`,
    ...extra,
    ...(terminated ? [markup`<i>TERMINATED: ${printedDate(terminated)}</i>`] : []),
  ]
  const counsel = markup`<td valign="top" width="20%" align="right">represented&nbsp;by</td><td valign="top" width="40%">${attorneysMarkup(attorneys)}</td>`
  return markup`<tr><td><b><u>${type} </u></b></td></tr>
<tr><td valign="top" width="40%">
${lines(below)}
</td>
${attorneys.length > 0 && counsel}</tr><tr><td></td></tr>
`
}

/** Sections after a defendant; without counts, they contain "None". */
function chargeRows(charges: NonNullable<SimulatedParty['charges']>): Markup {
  const rows = (all: { name: string; disposition: string }[]) =>
    all.length === 0
      ? markup`<tr><td valign="top" width="40%">None</td></tr>
`
      : all.map(
          ({ name, disposition }) =>
            markup`<tr><td width="40%">${name}</td><td></td><td width="40%">${disposition}</td></tr>
`
        )
  const title = (text: string) =>
    markup`<td valign="top" width="40%"><br><b><u>${text}</u></b></td>`
  const heading = (text: string) =>
    markup`<tr>${title(text)}<td></td>${title('Disposition')}</tr>
`
  const level = (text: string, value: string) =>
    markup`<tr>${title(text)}</tr>
<tr><td valign="top" width="40%">${value}</td></tr>
`
  const counts = (status: string) => charges.counts.filter((count) => count.status === status)
  return markup`${heading('Pending Counts')}${rows(counts('pending'))}${level('Highest Offense Level (Opening)', charges.highestOpening)}${heading('Terminated Counts')}${rows(counts('terminated'))}${level('Highest Offense Level (Terminated)', charges.highestTerminated)}${heading('Complaints')}${rows(charges.complaints)}`
}

function entryTable({ case: of, entries, listsDocuments }: DocketContent): Markup {
  if (entries.length === 0) return noEntries(of)
  const select = markup`<td style="font-weight:bold; white-space:nowrap"><small>Select<br><a href="#">all</a> / <a href="#">clear</a></small></td>`
  const table = markup`<table align="center" width="99%" border="1" rules="all" cellpadding="5" cellspacing="0">
<tr><td style="font-weight:bold; white-space:nowrap">Date Filed</td><th>#</th>${listsDocuments && select}<td style="font-weight:bold">Docket Text</td></tr>
${entries.map((entry) => entryRows(of, entry, listsDocuments))}</table>`
  return listsDocuments ? selectionForm(of, table) : table
}

function entryRows(of: SimulatedCase, entry: SimulatedEntry, listsDocuments: boolean): Markup {
  const [document] = entry.documents
  const number = document
    ? documentLink({ of, entry, document }, entry.number ?? '')
    : (entry.number ?? '')
  const box = document
    ? markup`<input type="checkbox" name="all_documents" value="${of.id}_${entry.sequence}">`
    : '\u00A0'
  return markup`<tr><td width="94" valign="top" nowrap>${printedDate(entry.filed)}</td><td style="white-space:nowrap" valign="top" align="right">${number}&nbsp;</td>${listsDocuments && markup`<td valign="top" align="center">${box}</td>`}<td valign="top">${entryMarkup(of, entry)}</td></tr>
${listsDocuments && document && documentList(of, entry)}`
}

/** The form that selects documents (`view_multi_docs`, court-system, 6). */
function selectionForm(of: SimulatedCase, table: Markup): Markup {
  const hidden = (name: string, value = '') =>
    markup`<input type="hidden" name="${name}" value="${value}">`
  return markup`<form enctype="multipart/form-data" method="post" name="view_multi_docs" action="show_multidocs.pl?caseid=${of.id}&pdf_header=1&pdf_toggle_possible=1">${hidden('caseid', of.id)}${hidden('docket_caseid', of.id)}${hidden('download_documents')}${hidden('sort1', 'oldest date first')}${hidden('date_range_type', 'Filed')}<br>
${table}<br>${hidden('zipit', '0')}${hidden('terminated_parties')}${hidden('list_of_member_cases')}${hidden('list_of_parties_and_counsel')}
<table><tr><td><input type="button" value="View Selected" id="view_button" disabled><br> or <br><input type="button" value="Download Selected" id="download_button" disabled></td><td>\u00A0</td><td><div id="file_too_big" style="display:none"><strong>Select fewer documents.</strong></div></td></tr></table></form>`
}

/** The row for an entry's documents in a district court. */
const documentList = (of: SimulatedCase, { sequence, documents }: SimulatedEntry): Markup =>
  markup`<tr><td></td><td></td><td></td><td><table style="margin:10px;width:500px">
${documents.map(
  (document) =>
    markup`<tr><td style="width:20px"><input name="document_${of.id}_${sequence}_${document.attachment}" type="checkbox" value="${boxValue(document)}" autocomplete="off"></td><td>${document.attachment}</td><td>${document.description}</td><td>${document.pages} pages</td><td> ${printedSize(document)}</td></tr>
`
)}</table></td></tr>
`
