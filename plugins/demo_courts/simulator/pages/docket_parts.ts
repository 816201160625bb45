import { entryParts, fullNumber, lastFiling } from '../model/case_texts.js'
import { getCourtHost } from '../model/courts.js'
import type {
  SimulatedAttorney,
  SimulatedCase,
  SimulatedDocument,
  SimulatedEntry,
} from '../model/types.js'
import { itemId } from '../model/world.js'
import { markup, lines, type Markup, printedDate } from './markup.js'

/** Context of a document link. */
interface LinkPlace {
  of: SimulatedCase
  entry: SimulatedEntry
  document: SimulatedDocument
}

/**
 * A link to a document. A main document with attachments links to the menu. The script's arguments
 * are the case ID, the sequence number, and the posted values (court-system, 6).
 */
export function documentLink({ of, entry, document }: LinkPlace, text: string | number): Markup {
  const hasMenu = document.attachment === 0 && entry.documents.length > 1
  const path = `/doc1/${hasMenu ? document.id : itemId(document.id)}`
  const more = of.court.endsWith('b') ? `,'','',''` : `,'',''`
  const script = `goDLS('${path}','${of.id}','${entry.sequence}','','1','1',''${more});return(false);`
  return markup`<a href="https://${getCourtHost(of.court)}${path}" onClick="${script}">${text}</a>`
}

/** The text of an entry with links to its attachments. */
export const entryMarkup = (of: SimulatedCase, entry: SimulatedEntry): Markup =>
  markup`${entryParts(entry).map((part) =>
    typeof part === 'string'
      ? part
      : documentLink({ of, entry, document: part.document }, part.number)
  )}`

/** Attorneys of a party: name in bold, contact lines, roles in italics. */
export const attorneysMarkup = (attorneys: SimulatedAttorney[]): Markup =>
  markup`${attorneys.map(({ name, contact, roles }, at) => [
    at > 0 &&
      markup`<br><br>
`,
    lines([
      markup`<b>${name} </b>
`,
      ...contact,
      ...roles.map((role) => markup`<i>${role}</i>`),
    ]),
  ])}`

/** The heading of a report that has no entries. */
export const noEntries = (of: SimulatedCase): Markup =>
  markup`<h2 align="center"><br><b>There are proceedings for case ${fullNumber(of)} but none satisfy the selection criteria.</b><br><br></h2>`

/** The size of a document, as menus and lists print it. */
export const printedSize = ({ bytes }: Pick<SimulatedDocument, 'bytes'>): string =>
  bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(1)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`

/** `serial-bytes-pages`. */
export const boxValue = ({ id, bytes, pages }: SimulatedDocument): string =>
  `${id.slice(4)}-${bytes}-${pages}`

/** Header of queries and histories: docket number, name, judges, and dates (7). */
export function caseHead(of: SimulatedCase): Markup {
  const isBankruptcy = of.kind === 'petition' || of.kind === 'adversary'
  const label = (text: string, value: string | null) =>
    value ? [markup`<b>${text}:</b> ${value}`] : []
  const judges = isBankruptcy
    ? label('Judge', of.judge)
    : [
        ...(of.judge ? [`${of.judge}, presiding`] : []),
        ...(of.referredTo ? [`${of.referredTo}, referral`] : []),
      ]
  const kind = isBankruptcy
    ? [
        ...label('Case type', of.kind === 'petition' ? 'bk' : 'ap'),
        ...label('Chapter', of.chapter),
        ...label('Asset', of.kind === 'petition' ? 'Yes' : null),
        ...label('Vol', of.kind === 'petition' ? 'v' : null),
      ]
    : []
  const all = [
    ...judges,
    ...kind,
    ...label('Date filed', printedDate(of.filed)),
    ...label('Date terminated', of.terminated && printedDate(of.terminated)),
    ...label('Date of last filing', printedDate(lastFiling(of))),
  ]
  return markup`<center><b><font size="+1">${fullNumber(of)}</font></b> ${of.name}<br>${lines(all)}<br></center>`
}
