import { listedDocuments, type AppellateDocument } from './appellate_documents.js'
import { numericDate } from './dates.js'
import { documentId } from './document_links.js'
import { clean } from './text.js'
import {
  attribute,
  cellsOf,
  elements,
  firstElement,
  textOf,
  textWithBreaks,
  type Element,
} from './tree.js'

/** An entry of an appellate docket. */
export interface AppellateEntry {
  date_filed: string
  /** From the end of the text. */
  date_entered: string | null
  /** The printed number, else the document's ID. */
  document_number: string | null
  pacer_doc_id: string | null
  /** Present where the page lets the entry be selected. */
  pacer_seq_no?: string
  description: string
  /** The documents of the filing, where the page lists them below the entry. */
  attachments?: AppellateDocument[]
}

/** The entries of an appellate docket, in the page's order. */
export function parseAppellateEntries(section: Element[]): AppellateEntry[] {
  const entries: AppellateEntry[] = []
  for (const row of section.filter(({ tagName }) => tagName === 'tr')) {
    const cells = cellsOf(row)
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
  clean(textOf(cells[0])) === '' &&
  firstElement(cells[2], 'table') !== undefined

function parseEntry([date, document, text]: Element[]): AppellateEntry | null {
  if (!date || !document || !text || firstElement(date, 'table')) return null
  const filed = numericDate(clean(textOf(date)))
  if (!filed) return null
  const links = [...elements(document, 'a')].map((link) =>
    documentId(attribute(link, 'href') ?? '')
  )
  const id = links.find(Boolean) ?? null
  const box = [...elements(document, 'input')].find((one) =>
    /^\d+$/.test(attribute(one, 'value') ?? '')
  )
  const description = clean(textWithBreaks(text)).replaceAll(' ,', ',')
  const printed = /^\d{1,7}\b(?! ?pg)/.exec(clean(textOf(document)))?.[0]
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
  return at === -1 ? null : numericDate(description.slice(at + '[Entered:'.length))
}
