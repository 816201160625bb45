import { fullNumber } from '../model/case_texts.js'
import { getSimulatedCourt } from '../model/courts.js'
import type { SimulatedCase, SimulatedEntry, SimulatedParty } from '../model/types.js'
import { printedDate, markup, lines, type Markup } from './markup.js'
import type { DocketContent } from './district_docket.js'
import {
  attorneysMarkup,
  documentLink,
  documentList,
  entryMarkup,
  sequenceBox,
} from './docket_parts.js'

/** The docket report of a petition or an adversary proceeding (court-system.md, 6). */
export function bankruptcyDocket(content: DocketContent): Markup {
  const { case: of, parties } = content
  const isAdversary = of.kind === 'adversary'
  return markup`<table width="100%">
      <tr>
        <td align="right">${of.flags.join(', ')}</td>
      </tr>
    </table>
    <center>
      <b
        ><font size="+1"
          >U.S. Bankruptcy Court<br />
          ${getSimulatedCourt(of.court).name}${of.division && ` (${of.division})`}<br />
          ${isAdversary ? 'Adversary Proceeding' : 'Bankruptcy Petition'} #: ${fullNumber(of)}</font
        ></b
      >
    </center>
    ${head(of, content.members)} ${isAdversary && natures(of)}
    ${
      parties.length > 0 &&
      markup`<table width="100%" border="0" cellspacing="5">
        ${parties.map((party) => (isAdversary ? adversaryParty(party) : petitionParty(party)))}
      </table>`
    }
    <br />
    ${entryTable(content)}`
}

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
  const right = [
    ...label('Date filed', printedDate(of.filed)),
    ...label('Date terminated', of.terminated && printedDate(of.terminated)),
  ]
  return markup`<table width="100%" border="0">
    <tr>
      <td valign="top" width="60%"><br />${lines(left)}</td>
      <td valign="top" width="40%"><br />${lines(right)}</td>
    </tr>
  </table>`
}

/** Numbers with their descriptions. */
const natures = ({ natureOfSuit }: SimulatedCase): Markup =>
  markup`<table>
    ${natureOfSuit
      .split('; ')
      .filter(Boolean)
      .map((nature, at) => {
        const [number, ...words] = nature.split(' ')
        return markup`<tr>
          <td>${at === 0 && markup`<i>Nature[s] of Suit:</i>`}</td>
          <td>${number}</td>
          <td>${words.join(' ')}</td>
        </tr> `
      })}
  </table>`

const partyLines = ({ name, extra, terminated }: SimulatedParty) => [
  markup`<b>${name}</b>`,
  ...extra,
  ...(terminated ? [`TERMINATED: ${printedDate(terminated)}`] : []),
]

const counsel = ({ attorneys }: SimulatedParty): Markup =>
  markup`<td valign="top" width="20%" align="center">represented by</td>
    <td valign="top" width="40%">${attorneysMarkup(attorneys)}</td>`

/** The type in bold italics, then the name. */
const petitionParty = (party: SimulatedParty): Markup =>
  markup`<tr>
    <td valign="top" width="40%">
      ${lines([markup`<i><b>${party.type} </b></i>`, ...partyLines(party)])}
    </td>
    ${counsel(party)}
  </tr> `

/** The type in a separate row, followed by a line of dashes. */
const adversaryParty = (party: SimulatedParty): Markup =>
  markup`<tr>
      <td>
        <b>${party.type}<br />-----------------------</b>
      </td>
    </tr>
    <tr>
      <td valign="top" width="40%">${lines(partyLines(party))}</td>
      ${counsel(party)}
    </tr> `

function entryTable({ case: of, entries, listsDocuments }: DocketContent): Markup {
  if (entries.length === 0)
    return markup`<h2 align="center">
      There are proceedings for case ${fullNumber(of)} but none satisfy the selection criteria.
    </h2>`
  return markup`<table width="100%" border="1" rules="all" cellpadding="5" cellspacing="0">
    <tr>
      <th width="94">Filing Date</th>
      <th colspan="2">#</th>
      <th>Docket Text</th>
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
      <td valign="top" align="right">${listsDocuments && document && sequenceBox(entry)}</td>
      <td valign="top" align="right">${number}&nbsp;</td>
      <td valign="top">${entryMarkup(of, entry)}</td>
    </tr>
    ${listsDocuments && document && documentList(entry)}`
}
