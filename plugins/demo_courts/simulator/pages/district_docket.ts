import { fullNumber } from '../model/case_texts.js'
import { getSimulatedCourt } from '../model/courts.js'
import type { SimulatedCase, SimulatedEntry, SimulatedParty } from '../model/types.js'
import { printedDate, markup, lines, type Markup } from './markup.js'
import {
  attorneysMarkup,
  documentLink,
  documentList,
  entryMarkup,
  sequenceBox,
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

/** The docket report of a district court (court-system.md, 6). */
export function districtDocket(content: DocketContent): Markup {
  const { case: of } = content
  return markup`<table width="100%">
      <tr>
        <td align="right">${of.flags.map((flag) => markup`<span>${flag}</span> `)}</td>
      </tr>
    </table>
    <h3 align="center">
      U.S. District Court<br />
      ${getSimulatedCourt(of.court).name}${of.division && ` (${of.division})`}<br />
      ${KINDS[of.kind]} DOCKET FOR CASE #: ${fullNumber(of)}
    </h3>
    ${head(of, content.members)}
    ${
      content.parties.length > 0 &&
      markup`<table width="100%" border="0" cellspacing="5">
        ${content.parties.map((party, at) => [
          at > 0 &&
            markup`<tr>
              <td></td>
            </tr> `,
          partyRows(party),
        ])}
      </table>`
    }
    <br />
    ${entryTable(content)}`
}

/** Parties and judges on the left, dates and codes on the right. */
function head(of: SimulatedCase, members: SimulatedCase[]): Markup {
  const isCriminal = of.kind === 'criminal'
  const left = [
    isCriminal ? `Case title: ${of.name}` : of.name,
    ...labelled('Assigned to', of.judge),
    ...labelled('Referred to', of.referredTo),
    ...labelled('Demand', of.demand),
    ...(of.lead ? [`Lead case: ${of.lead.number}`] : []),
    ...members.map(
      (member) =>
        markup`Member case: <a href="/cgi-bin/DktRpt.pl?${member.id}">${fullNumber(member)}</a> ${member.name}`
    ),
    ...labelled('Cause', of.cause),
  ]
  const right = [
    `Date Filed: ${printedDate(of.filed)}`,
    ...labelled('Date Terminated', of.terminated && printedDate(of.terminated)),
    ...labelled('Jury Demand', of.juryDemand),
    ...labelled('Nature of Suit', of.natureOfSuit),
    ...labelled('Jurisdiction', of.jurisdiction),
  ]
  return markup`<table width="100%" border="0" cellspacing="5">
    <tr>
      <td valign="top" width="60%"><br />${lines(left)}</td>
      <td valign="top" width="40%"><br />${lines(right)}</td>
    </tr>
  </table>`
}

const labelled = (label: string, value: string | null) => (value ? [`${label}: ${value}`] : [])

function partyRows(party: SimulatedParty): Markup {
  const { type, name, extra, terminated, attorneys, charges } = party
  const below = [...extra, ...(terminated ? [`TERMINATED: ${printedDate(terminated)}`] : [])]
  return markup`<tr>
      <td>
        <b><u>${type} </u></b>
      </td>
    </tr>
    <tr>
      <td valign="top" width="40%">${lines([markup`<b>${name}</b>`, ...below])}</td>
      ${
        attorneys.length > 0 &&
        markup`<td valign="top" width="20%" align="right">represented by</td>
          <td valign="top" width="40%">${attorneysMarkup(attorneys)}</td>`
      }
    </tr>
    ${charges && chargeRows(charges)}`
}

/** Sections after a defendant; without counts, they contain "None". */
function chargeRows(charges: NonNullable<SimulatedParty['charges']>): Markup {
  const rows = (all: { name: string; disposition: string }[]) =>
    all.length === 0
      ? markup`<tr>
          <td>None</td>
        </tr> `
      : all.map(
          ({ name, disposition }) =>
            markup`<tr>
              <td>${name}</td>
              <td></td>
              <td>${disposition}</td>
            </tr> `
        )
  const heading = (text: string) =>
    markup`<tr>
      <td>
        <b><u>${text}</u></b>
      </td>
      <td></td>
      <td>
        <b><u>Disposition</u></b>
      </td>
    </tr> `
  const level = (text: string, value: string) =>
    markup`<tr>
        <td>
          <b><u>${text}</u></b>
        </td>
      </tr>
      <tr>
        <td>${value}</td>
      </tr> `
  const counts = (status: string) => charges.counts.filter((count) => count.status === status)
  return markup`${heading('Pending Counts')}${rows(counts('pending'))}
  ${level('Highest Offense Level (Opening)', charges.highestOpening)}
  ${heading('Terminated Counts')}${rows(counts('terminated'))}
  ${level('Highest Offense Level (Terminated)', charges.highestTerminated)}
  ${heading('Complaints')}${rows(charges.complaints)}`
}

function entryTable({ case: of, entries, listsDocuments }: DocketContent): Markup {
  if (entries.length === 0)
    return markup`<h2 align="center">
      There are proceedings for case ${fullNumber(of)} but none satisfy the selection criteria.
    </h2>`
  return markup`<table
    align="center"
    width="99%"
    border="1"
    rules="all"
    cellpadding="5"
    cellspacing="0"
  >
    <tr>
      <td width="94" nowrap>Date Filed</td>
      <th>#</th>
      <td align="center">Docket Text</td>
    </tr>
    ${entries.map((entry) => entryRows(of, entry, listsDocuments))}
  </table>`
}

function entryRows(of: SimulatedCase, entry: SimulatedEntry, listsDocuments: boolean): Markup {
  const [document] = entry.documents
  const number = document
    ? documentLink({ of, entry, document }, entry.number ?? '')
    : (entry.number ?? '')
  return markup`<tr>
      <td width="94" nowrap valign="top">${printedDate(entry.filed)}</td>
      <td valign="top" align="right">
        ${listsDocuments && document && sequenceBox(entry)}${number}&nbsp;
      </td>
      <td valign="top">${entryMarkup(of, entry)}</td>
    </tr>
    ${listsDocuments && document && documentList(entry)}`
}
