import { fullNumber } from '../model/case_texts.js'
import { getSimulatedCourt } from '../model/courts.js'
import type { SimulatedCase, SimulatedEntry, SimulatedParty } from '../model/types.js'
import { printedDate, markup, lines, type Markup } from './markup.js'
import type { DocketContent } from './district_docket.js'
import { attorneysMarkup, documentLink, entryMarkup, noEntries } from './docket_parts.js'

/** The docket report of a petition or an adversary proceeding (court-system, 6). */
export function bankruptcyDocket(content: DocketContent): Markup {
  const { case: of, parties } = content
  const isAdversary = of.kind === 'adversary'
  return markup`<table width="100%" align="right" border="0" cellspacing="5"><tr><td align="right"><h2> <font size="3">${of.flags.join(', ')}</font></h2></td></tr></table><br><br><br>
<center><b><font size="+1">U.S. Bankruptcy Court<br>${getSimulatedCourt(of.court).name}${of.division && ` (${of.division})`}<br>${isAdversary ? 'Adversary Proceeding' : 'Bankruptcy Petition'} #: ${fullNumber(of)}</font></b></center>
${head(of, content.members)}${isAdversary && natures(of)}<br>
${
  parties.length > 0 &&
  markup`<table width="100%" border="0" cellspacing="1">
${parties.map((party, at) => [isAdversary && at === 1 && OPPONENTS, partyRow(party, isAdversary)])}</table>`
}<br>
${entryTable(content)}`
}

/** The row between the first party and the others. */
const OPPONENTS = markup`<tr><td valign="top"><font size="+0"><br>V.<br></font></td></tr>
`

/** Lines with italic labels. */
function head(of: SimulatedCase, members: SimulatedCase[]): Markup {
  const label = (text: string, value: string | null | undefined) =>
    value ? [markup`<i>${text}:</i> ${value}`] : []
  const isPetition = of.kind === 'petition'
  const left = [
    ...label('Assigned to', of.judge),
    ...(isPetition ? [markup`Chapter ${of.chapter}`, 'Voluntary', 'Asset'] : []),
    ...label('Lead BK Case', of.lead?.number),
    ...label('Lead BK Title', of.lead?.name),
    ...label('Demand', of.demand),
    ...members.flatMap((member) => label('Member case', `${fullNumber(member)} ${member.name}`)),
  ]
  const dates: [string, string | null][] = [
    [isPetition ? 'Date filed' : 'Date Filed', of.filed],
    [isPetition ? 'Date terminated' : 'Date Terminated', of.terminated],
  ]
  const dated = dates.filter((one): one is [string, string] => one[1] !== null)
  const right = isPetition
    ? markup`<table border="0" cellspacing="0" cellpadding="0" align="center">${dated.map(([name, date]) => markup`<tr><td align="right" valign="top"><i>${name}:</i></td><td align="left" valign="top">\u00A0\u00A0${printedDate(date)}</td></tr>`)}</table>`
    : markup`<br>${lines(dated.flatMap(([name, date]) => label(name, printedDate(date))))}`
  return markup`<table width="100%" border="0" cellspacing="1"><tr><td valign="top" width="50%"><font size="+0"><br>${lines(left)}</font></td>
<td valign="top" width="50%" align="right"><font size="+0">${right}</font></td></tr></table>`
}

/** Numbers with their descriptions. */
const natures = ({ natureOfSuit }: SimulatedCase): Markup =>
  markup`<table cellpadding="0" cellspacing="0">
${natureOfSuit
  .split('; ')
  .filter(Boolean)
  .map((nature, at) => {
    const [number, ...words] = nature.split(' ')
    return markup`<tr><td width="12"></td><td valign="top" nowrap>${at === 0 && markup`<i>Nature[s] of Suit:</i>`} </td><td valign="top" align="left" width="7">${number}</td><td> </td><td valign="top">${words.join(' ')}</td></tr>
`
  })}</table>`

/**
 * A party. The type is in bold italics, with a line of dashes in adversary proceedings; a party
 * without counsel has two empty cells.
 */
function partyRow(
  { type, name, extra, terminated, attorneys }: SimulatedParty,
  isAdversary: boolean
) {
  const below = [
    markup`<b>${name}</b>`,
    ...extra,
    ...(terminated ? [`TERMINATED: ${printedDate(terminated)}`] : []),
  ]
  const title = isAdversary
    ? markup`<i><b>
<br><b>${type}<br>-----------------------</b></b></i>`
    : markup`<i><b>${type}</b></i>`
  const space = isAdversary && markup`<br><br><br>`
  const counsel =
    attorneys.length === 0
      ? markup`<td valign="top" width="20%" align="right"><font size="+0">\u00A0</font></td><td valign="top" width="40%"><font size="+0">\u00A0</font></td>`
      : markup`<td valign="top" align="right"><font size="+0">${space}represented by</font></td><td valign="top" width="40%"><font size="+0">${space}${attorneysMarkup(attorneys)}</font></td>`
  return markup`<tr><td valign="top" width="50%"><font size="+0">${title}<br>${lines(below)}<br><br></font></td>
${counsel}</tr>
`
}

function entryTable({ case: of, entries, listsDocuments }: DocketContent): Markup {
  if (entries.length === 0) return noEntries(of)
  const table = markup`<table border="1" cellpadding="10" cellspacing="0"><tr><th width="94" nowrap>Filing Date</th><th colspan="2" align="center">#</th>${listsDocuments && markup`<th><small><a href="#">clear</a></small></th>`}<th align="center">Docket Text</th></tr>
${entries.map((entry) => entryRow(of, entry, listsDocuments))}</table>`
  return listsDocuments
    ? markup`<form enctype="multipart/form-data" method="post" action="show_multidocs.pl?caseid=${of.id}&pdf_header=0" name="view_multi_docs" autocomplete="off"><input type="hidden" name="caseid" value="${of.id}"><input type="hidden" name="download_documents" value=""><input type="hidden" name="view_all_attachments" value="1">
${table}<br><br><input type="hidden" name="zipit" value="0"><input type="submit" value="View Selected"><br> or <br><input type="submit" value="Download Selected" name="dl_selected"></form>`
    : table
}

/** Number and text. Documents are selected individually or by entry. */
function entryRow(of: SimulatedCase, entry: SimulatedEntry, listsDocuments: boolean): Markup {
  const [document] = entry.documents
  const number = document
    ? documentLink({ of, entry, document }, entry.number ?? '')
    : (entry.number ?? '')
  const box = document
    ? markup`<input id="arr_de_seq_nums_${entry.sequence}" type="checkbox" name="arr_de_seq_nums" value="${entry.sequence}">`
    : '\u00A0'
  return markup`<tr><td width="94" nowrap valign="bottom">${printedDate(entry.filed)}</td><td width="74" valign="top" align="right"><nobr> \u00A0</nobr></td><td width="30" valign="top" align="left">${number}</td>${listsDocuments && markup`<td align="center">${box}</td>`}<td valign="bottom"> ${entryMarkup(of, entry)}</td></tr>
${listsDocuments && document && documentRow(entry)}`
}

/** The row for an entry's documents. Sizes use powers of 1,000. */
function documentRow({ sequence, documents }: SimulatedEntry): Markup {
  const size = (bytes: number) =>
    bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(2)} KB` : `${(bytes / 1_000_000).toFixed(2)} MB`
  return markup`<tr><td></td><td><nobr></nobr></td><td><nobr></nobr></td><td></td><td valign="bottom"><table class="report" style="margin:10px; width:100%">
${documents.map(
  ({ id, bytes, attachment, description, pages }) =>
    markup`<tr class="rowbackground2"><td><input id="arr_de_seq_nums_${sequence}_${bytes}" type="checkbox" name="download_documents" value="${id.slice(4)}" autocomplete="off"></td><td>${attachment}</td><td>${description}</td><td>${pages} pages</td><td> ${size(bytes)}</td></tr>
`
)}</table></td></tr>
`
}
