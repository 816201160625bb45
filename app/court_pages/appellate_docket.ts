import { harmonize } from './case_names.js'
import { printedDate } from './dates.js'
import { clean } from './text.js'
import { parseOrigin, type AppellateOrigin } from './appellate_origin.js'
import { boldValues, groupPageSections } from './page_sections.js'
import {
  getRowCells,
  firstElement,
  parseHtml,
  getTextContent,
  type Element,
  printedLines,
  attribute,
  elements,
  textWithBreaks,
} from './tree.js'
import { listedDocuments, type AppellateDocument } from './appellate_attachment_menu.js'
import { documentId } from './document_links.js'
import { readAppeals, readRelatedCases, type RelatedCase } from './related_cases.js'
import { isOfKind } from './recognition.js'

/** A docket of a court of appeals, of the classic system. */
export interface AppellateDocket {
  court_id: string
  docket_number: string
  /** The short title, which the court may have truncated. */
  case_name: string
  /** Initials of the judges. */
  panel: string[]
  nature_of_suit: string
  appeal_from: string
  fee_status: string
  date_filed: string | null
  date_terminated: string | null
  case_type_information: string
  originating_court_information: AppellateOrigin
  /** Prior and associated cases; absent if the page lists no such case. */
  related_cases?: RelatedCase[]
  parties: AppellateParty[]
  docket_entries: AppellateEntry[]
}

/**
 * A docket of a court of appeals, of the classic system. A filtered report has only some of the
 * sections.
 *
 * @param source the page, with its comments
 * @param court the court's ID in the system
 * @returns the docket, or null if the page is another kind
 */
export function parseAppellateDocket(source: string, court: string): AppellateDocket | null {
  if (!isOfKind('appellate_docket', source)) return null
  const sections = groupPageSections(parseHtml(source))
  const section = (name: string) => sections.get(name) ?? []
  const stub = boldValues(section('Case Stub'))
  const number = [...stub].find(([label]) => NUMBER_LABEL.test(label))?.[1]
  if (!number) return null
  const printed = (label: string) => {
    const value = stub.get(label.toLowerCase()) ?? ''
    return value === 'null' ? '' : value
  }
  const lead = boldValues(section('Orig Court')).get('lead') ?? ''
  const related = [
    ...readRelatedCases(lead ? [`Lead case: ${lead}`] : []),
    ...readAppeals(section('Prior and/or Assoc Cases')),
  ]
  return {
    court_id: court,
    docket_number: number.split(' ')[0],
    case_name: harmonize(titleOf(section('Case Stub'))) || 'Unknown Case Title',
    panel: panelOf(section('Panel Assignment')),
    nature_of_suit: printed('Nature of Suit'),
    appeal_from: printed('Appeal From'),
    fee_status: printed('Fee Status'),
    date_filed: printedDate(printed('Docketed')),
    date_terminated: printedDate(printed('Termed')),
    case_type_information: caseTypesOf(section('Case Type')),
    originating_court_information: parseOrigin(
      section('Orig Court'),
      section('Prior and/or Assoc Cases')
    ),
    ...(related.length > 0 && { related_cases: related }),
    parties: parseAppellateParties(section('Party/Aty List')),
    docket_entries: parseAppellateEntries(section('DOCKET ENTRIES')),
  }
}

/** `Court of Appeals Docket #`, `Case Number`. */
const NUMBER_LABEL = /(?:docket|case) ?(?:#|no\.?|number)$/i

/** The only row of the stub without a label. */
function titleOf(stub: Element[]): string {
  for (const row of stub.filter((one) => one.tagName === 'tr')) {
    const [cell] = getRowCells(row)
    if (!cell || firstElement(cell, 'b', 'table')) continue
    const text = clean(getTextContent(cell))
    if (text && text !== 'null') return text
  }
  return ''
}

/** Values of the numbered lines; a line without a value contains null or a hyphen. */
function caseTypesOf(section: Element[]): string {
  const values = [...boldValues(section)].filter(([label]) => /^\d\)$/.test(label))
  const types = values.map(([, value]) => value)
  return types.filter((type) => !['', 'null', 'None', '-'].includes(type)).join(', ')
}

/** The initials in `Panel: ABC DEF GHI Date of decision: …`. */
function panelOf(section: Element[]): string[] {
  const text = clean(section.length > 0 ? textWithBreaks(section[0]) : '')
  const start = text.indexOf('Panel:')
  if (start === -1) return []
  const after = text.slice(start + 'Panel:'.length).split(/\bDate\b|:/)[0]
  return after.split(/[ ,;]+/).filter((word) => /^[A-Z][A-Z0-9'-]{0,5}$/.test(word))
}

/** Counsel of a party to an appeal. */
interface AppellateAttorney {
  name: string
  /** Lines without the role. */
  contact: string
  roles: string[]
}

/** A party to an appeal; its type keeps the no-break spaces of the page. */
interface AppellateParty {
  name: string
  type: string
  date_terminated?: string
  attorneys: AppellateAttorney[]
}

/** Maximum length of repeated contact details. */
const MAX_REPEATED = 1_000

/** The parties of an appellate docket; `(see above)` refers to earlier contact details. */
function parseAppellateParties(section: Element[]): AppellateParty[] {
  const parties: AppellateParty[] = []
  const contacts = new Map<string, string>()
  for (const row of section.filter(({ tagName }) => tagName === 'tr')) {
    const [left, right] = getRowCells(row)
    if (!left || !right || firstElement(left, 'table')) continue
    const [name = '', ...lines] = linesOf(left).filter(Boolean)
    const terminated = lines.find((line) => clean(line).startsWith('Terminated:'))
    const date = terminated && printedDate(clean(terminated).slice('Terminated:'.length))
    // A line of dashes separates the subject of a case from the parties.
    const types = lines.filter((line) => line !== terminated && !/^[-\s]+$/.test(line))
    parties.push({
      name: clean(name),
      type: (types.at(-1) ?? '').replace(/,$/, ''),
      ...(date && { date_terminated: date }),
      attorneys: attorneysOf(right, contacts),
    })
  }
  return parties
}

function attorneysOf(cell: Element, contacts: Map<string, string>): AppellateAttorney[] {
  const blocks: string[][] = [[]]
  for (const line of linesOf(cell)) {
    if (line) blocks[blocks.length - 1].push(clean(line))
    else if (blocks[blocks.length - 1].length > 0) blocks.push([])
  }
  return blocks
    .filter((lines) => lines.length > 0)
    .map(([name, ...lines]) => {
      const roles = lines.filter(isRole).map((line) => line.slice(1, -1))
      const own = lines.filter((line) => !isRole(line))
      const above = own.some((line) => /^\(see above\)$/i.test(line))
      const contact = above ? (contacts.get(name) ?? '') : own.join('\n')
      if (!above && contact.length <= MAX_REPEATED) contacts.set(name, contact)
      return { name, contact, roles }
    })
}

const isRole = (line: string) => line.startsWith('[') && line.endsWith(']')

/** Trimmed lines; an empty line ends a block. */
const linesOf = (cell: Element) => printedLines(cell).map((line) => line.trim())

/** An entry of an appellate docket. */
interface AppellateEntry {
  date_filed: string
  /** From the end of the text. */
  date_entered: string | null
  /** The printed number, or the document's ID. */
  document_number: string | null
  pacer_doc_id: string | null
  /** Present if the entry can be selected. */
  pacer_seq_no?: string
  description: string
  /** The documents of the filing, if listed below the entry. */
  attachments?: AppellateDocument[]
}

/** The entries of an appellate docket, in the page's order. */
function parseAppellateEntries(section: Element[]): AppellateEntry[] {
  const entries: AppellateEntry[] = []
  for (const row of section.filter(({ tagName }) => tagName === 'tr')) {
    const cells = getRowCells(row)
    const entry = parseEntry(cells)
    const last = entries.at(-1)
    if (entry) entries.push(entry)
    else if (last && !last.attachments && isDocumentsRow(cells)) {
      last.attachments = listedDocuments(cells[2])
    }
  }
  return entries
}

/** The row below an entry that lists its documents. */
const isDocumentsRow = (cells: Element[]) =>
  cells.length === 3 &&
  clean(getTextContent(cells[0])) === '' &&
  firstElement(cells[2], 'table') !== undefined

function parseEntry([date, document, text]: Element[]): AppellateEntry | null {
  if (!date || !document || !text || firstElement(date, 'table')) return null
  const filed = printedDate(clean(getTextContent(date)))
  if (!filed) return null
  const links = [...elements(document, 'a')].map((link) =>
    documentId(attribute(link, 'href') ?? '')
  )
  const id = links.find(Boolean) ?? null
  const box = [...elements(document, 'input')].find((one) =>
    /^\d+$/.test(attribute(one, 'value') ?? '')
  )
  const description = clean(textWithBreaks(text)).replaceAll(' ,', ',')
  const printed = /^\d{1,7}\b(?! ?pg)/.exec(clean(textWithBreaks(document)))?.[0]
  return {
    date_filed: filed,
    date_entered: enteredOn(description),
    document_number: printed ?? id,
    pacer_doc_id: id,
    ...(box && { pacer_seq_no: attribute(box, 'value') }),
    description,
  }
}

/** The date of `[Entered: 01/27/2010 12:25 PM]`. */
function enteredOn(description: string): string | null {
  const at = description.lastIndexOf('[Entered:')
  return at === -1 ? null : printedDate(description.slice(at + '[Entered:'.length))
}
