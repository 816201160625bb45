import { numericDate, printedDate } from './dates.js'
import { arrangeCells } from './entry_columns.js'
import { dateCell, type EntryTable } from './entry_table.js'
import { documentId, goDlsArguments, documentSize } from './document_links.js'
import { clean, tidy } from './text.js'
import {
  attribute,
  getRowCells,
  elements,
  firstElement,
  outermost,
  shortText,
  getTextContent,
  textWithWords,
  type Element,
} from './tree.js'

/** Size and pages of a document, in reports that list documents. */
interface DocumentSizes {
  page_count: number | null
  file_size_str: string
  file_size_bytes?: number
}

/** An attachment in a report that lists documents. */
export interface EntryAttachment extends DocumentSizes {
  attachment_number: number
  description: string
  pacer_doc_id: string | null
  pacer_seq_no: string | null
}

/** An entry of a docket report. */
export interface DocketReportEntry extends Partial<DocumentSizes> {
  date_filed: string
  date_entered: string | null
  document_number: string | null
  pacer_doc_id: string | null
  pacer_seq_no: string | null
  description: string
  attachments?: EntryAttachment[]
}

/**
 * The entries of the table, in the page's order; rows without a date are omitted.
 *
 * @param court the court's ID; sizes are printed differently in bankruptcy courts
 */
export function readEntries({ rows, columns }: EntryTable, court: string): DocketReportEntry[] {
  const entries: DocketReportEntry[] = []
  let row: Element | undefined
  for (const next of rows) {
    const entry = readEntry(arrangeCells(getRowCells(next), columns))
    if (entry) {
      entries.push(entry)
      row = next
    } else if (row && entries.length > 0 && isDocumentList(next)) {
      addDocuments(entries.at(-1)!, {
        text: arrangeCells(getRowCells(row), columns).at(-1)!,
        list: next,
        court,
      })
    }
  }
  return entries
}

/**
 * The date of `(Entered: 03/05/2031)` in the text of an entry, or null. The last such words are the
 * entry's; those of other entries can be quoted before them.
 */
export function enteredOn(description: string): string | null {
  const at = description.toLowerCase().lastIndexOf('(entered')
  const printed = at === -1 ? null : ENTERED.exec(description.slice(at, at + 40))
  return printed && numericDate(printed[1])
}

const ENTERED = /^\(Entered ?: ?(\d{1,2}\/\d{1,2}\/\d{2,4})\b/i

function readEntry(cells: Element[]): DocketReportEntry | null {
  if (cells.length === 2) return readNarrowEntry(cells)
  if (cells.length < 3) return null
  const at = dateCell(cells)
  const filed = at === -1 ? null : printedDate(shortText(cells[at], 40))
  if (!filed) return null
  const numberCells = cells.slice(0, -1).filter((_, place) => place !== at)
  const printed = clean(numberCells.map((cell) => getTextContent(cell)).join(' '))
  const number = /^\d{1,9}(?!\d)/.exec(printed)?.[0] ?? null
  // The link of a document without a number is a word, such as "doc".
  const link = linkOf(numberCells, number ?? /^[a-z]{1,20}/i.exec(printed)?.[0])
  const description = tidy(textWithWords(cells.at(-1)!))
  return {
    date_filed: filed,
    date_entered: enteredOn(description),
    document_number: number,
    pacer_doc_id: link ? documentId(attribute(link, 'href') ?? '') : null,
    pacer_seq_no: sequenceNumber(link, numberCells),
    description,
  }
}

/** An entry of a report without a column for numbers: the text starts with the number and pages. */
function readNarrowEntry([date, cell]: Element[]): DocketReportEntry | null {
  const filed = printedDate(shortText(date, 40))
  if (!filed) return null
  const text = tidy(textWithWords(cell))
  const [lead, number] = /^(?:(\d{1,9}) (?:\(\d{1,6} pgs[^()]{0,30}\) ?)?)?/.exec(text)!
  const link = linkOf([cell], number)
  const description = text.slice(lead.length)
  return {
    date_filed: filed,
    date_entered: enteredOn(description),
    document_number: number ?? null,
    pacer_doc_id: link ? documentId(attribute(link, 'href') ?? '') : null,
    pacer_seq_no: sequenceNumber(link, [cell]),
    description,
  }
}

/** The text of the main document's link is its number, or the word printed instead. */
function linkOf(cells: Element[], printed: string | undefined): Element | undefined {
  if (printed === undefined) return undefined
  for (const cell of cells)
    for (const link of elements(cell, 'a')) if (shortText(link, 40) === printed) return link
}

function sequenceNumber(link: Element | undefined, cells: Element[]): string | null {
  const argument = goDlsArguments(link && attribute(link, 'onclick'))?.[2]
  if (argument && /^\d+$/.test(argument)) return argument
  for (const cell of cells)
    for (const box of elements(cell, 'input'))
      if (attribute(box, 'name') === 'arr_de_seq_nums') return attribute(box, 'value') ?? null
  return null
}

const DOCUMENT_BOX = /^(?:document_|download_documents)/

const isBox = (input: Element) => DOCUMENT_BOX.test(attribute(input, 'name') ?? '')

/** The row with the table of an entry's documents. */
function isDocumentList(row: Element): boolean {
  const table = firstElement(row, 'table')
  return table !== undefined && [...elements(table, 'input')].some(isBox)
}

interface DocumentList {
  /** The cell with the text of the entry. */
  text: Element
  /** The row below the entry, with the table. */
  list: Element
  court: string
}

function addDocuments(entry: DocketReportEntry, { text, list, court }: DocumentList): void {
  const links = attachmentLinks(text)
  const attachments: EntryAttachment[] = []
  for (const one of outermost(list, 'tr', hasOwnBox)) {
    const [, number, description, pages = '', size = ''] = getRowCells(one).map((cell) =>
      clean(getTextContent(cell))
    )
    const box = boxOf([...elements(one, 'input')].find(isBox)!)
    const sizes = documentSize({ pages, size, box }, court)
    const position = Number(/^\d{1,6}/.exec(number)?.[0] ?? Number.NaN)
    if (position === 0 || Number.isNaN(position)) Object.assign(entry, sizes)
    else
      attachments.push({
        attachment_number: position,
        description,
        ...sizes,
        pacer_doc_id: links.get(position) ?? siblingId(entry.pacer_doc_id, box),
        pacer_seq_no: entry.pacer_seq_no,
      })
  }
  if (attachments.length > 0) entry.attachments = attachments
}

/**
 * The value `serial-bytes-pages`; in bankruptcy courts, the bytes are at the end of the
 * checkbox's ID.
 */
function boxOf(input: Element): string {
  const value = attribute(input, 'value') ?? ''
  const bytes = /^arr_de_seq_nums_\d{1,12}_(\d{1,12})$/.exec(attribute(input, 'id') ?? '')?.[1]
  return bytes && /^\d{1,12}$/.test(value) ? `${value}-${bytes}-0` : value
}

const hasOwnBox = (row: Element) =>
  getRowCells(row).length >= 3 &&
  firstElement(row, 'table') === undefined &&
  [...elements(row, 'input')].some(isBox)

/** IDs of attachments by number, which is the text of their link. */
function attachmentLinks(cell: Element): Map<number, string> {
  const links = new Map<number, string>()
  for (const link of elements(cell, 'a')) {
    const id = documentId(attribute(link, 'href') ?? '')
    const number = /^\d{1,6}$/.exec(shortText(link, 40))?.[0]
    if (id && number) links.set(Number(number), id)
  }
  return links
}

/**
 * The ID of a document of the same entry: the court's prefix, and the serial number in the
 * checkbox.
 */
function siblingId(main: string | null, box: string): string | null {
  const serial = /^(\d{1,8})-/.exec(box)?.[1]
  return main && serial && main.length > 4
    ? main.slice(0, 4) + serial.padStart(main.length - 4, '0')
    : null
}
