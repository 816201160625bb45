import {
  parseHtml,
  attribute,
  getRowCells,
  elements,
  firstElement,
  getTextContent,
  type Element,
  type Node,
} from './tree.js'
import { documentId, pageCount } from './document_links.js'
import { clean } from './text.js'
import { isOfKind } from './recognition.js'

/** The documents of one filing, the main document among them. */
export interface AppellateAttachmentMenu {
  /** The lowest ID of the page, which is the main document's. */
  pacer_doc_id: string
  pacer_case_id: string | null
  pacer_seq_no: string | null
  attachments: Omit<AppellateDocument, 'file_size_str' | 'pacer_seq_no'>[]
}

/**
 * The menu of the documents of a filing, of the classic appellate system.
 *
 * @param source the page, including its scripts, which contain the case ID
 * @returns the menu, or null if the page is another kind
 */
export function parseAppellateAttachmentMenu(source: string): AppellateAttachmentMenu | null {
  if (!isOfKind('appellate_attachment_menu', source)) return null
  const documents = listedDocuments(parseHtml(source))
  const ids = documents.map(({ pacer_doc_id: id }) => id).filter((id) => id !== null)
  if (ids.length === 0) return null
  const attachments = documents.map((document) => {
    delete document.file_size_str
    delete document.pacer_seq_no
    return document
  })
  return {
    pacer_doc_id: ids.reduce((lowest, id) => (serialOf(id) < serialOf(lowest) ? id : lowest)),
    pacer_case_id: /[?&']caseId=(\d{1,12})\b/.exec(scriptOf(source))?.[1] ?? null,
    pacer_seq_no: /[?&]d=(\d{1,12})&(?:amp;)?outputForm\b/.exec(source)?.[1] ?? null,
    attachments,
  }
}

/** IDs of one court have the same length, except the first serial numbers. */
const serialOf = (id: string) => Number(id.slice(4))

/** The page from its first script. */
const scriptOf = (source: string) => source.slice(Math.max(source.search(/<script/i), 0))

/** A document of an entry in a menu of the classic appellate system. */
export interface AppellateDocument {
  attachment_number: number
  description: string
  page_count: number | null
  pacer_doc_id: string | null
  /** Printed size and bytes, if the menu has checkboxes. */
  file_size_str?: string
  file_size_bytes?: number
  /** The entry's sequence number, if the checkbox contains it. */
  pacer_seq_no?: string
}

/** The documents listed in a table: `1 | link | Main Document | 7 | 67.47 KB`. */
export function listedDocuments(root: Node): AppellateDocument[] {
  return [...elements(root, 'tr')]
    .map(getRowCells)
    .map(documentOf)
    .filter((document) => document !== null)
}

function documentOf(cells: Element[]): AppellateDocument | null {
  const ordered = orderedCells(cells)
  if (!ordered) return null
  const { box, number, link, description, pages, size } = ordered
  const id = [...elements(link, 'a')]
    .map((one) => documentId(attribute(one, 'href') ?? ''))
    .find(Boolean)
  const count = pageCount(pages ? clean(getTextContent(pages)) : '')
  return {
    attachment_number: Number(clean(getTextContent(number))),
    description: clean(getTextContent(description)),
    page_count: count,
    pacer_doc_id: id ?? null,
    ...(size && { file_size_str: clean(getTextContent(size)) }),
    ...(box && boxValues(box)),
  }
}

interface DocumentCells {
  /** The cell before the number, with the checkbox. */
  box?: Element
  number: Element
  link: Element
  description: Element
  pages?: Element
  size?: Element
}

const NUMBER = /^\d{1,7}$/
const SIZE = /^[\d.,]{1,12} ?[kmg]?b$/i

/** The cells of a document: in the usual order, or by their content. */
function orderedCells(cells: Element[]): DocumentCells | null {
  const texts = cells.map((cell) => clean(getTextContent(cell)))
  const at = texts.findIndex((text) => /^\d{1,5}$/.test(text))
  if (at === -1) return null
  const linked = cells.findIndex(hasDocument)
  const [number, link, description, pages, size] = cells.slice(at)
  const isUsual = at <= 1 && (linked === -1 || linked === at + 1)
  if (isUsual)
    return link && description
      ? { ...(at === 1 && { box: cells[0] }), number, link, description, pages, size }
      : null
  if (linked === -1) return null
  const own = NUMBER.test(texts[linked - 1] ?? '') ? linked - 1 : linked + 1
  const text = texts.findIndex((one) => one !== '' && !NUMBER.test(one) && !SIZE.test(one))
  if (!NUMBER.test(texts[own] ?? '') || text === -1) return null
  return {
    box: cells.find((cell) => firstElement(cell, 'input')),
    number: cells[own],
    link: cells[linked],
    description: cells[text],
    pages: cells.find((_, index) => index !== own && NUMBER.test(texts[index])),
    size: cells.find((_, index) => SIZE.test(texts[index])),
  }
}

const hasDocument = (cell: Element) =>
  [...elements(cell, 'a')].some((one) => documentId(attribute(one, 'href') ?? ''))

/** Bytes and sequence number of a checkbox: in its value, or in its script call. */
function boxValues(cell: Element): Pick<AppellateDocument, 'file_size_bytes' | 'pacer_seq_no'> {
  const box = [...elements(cell, 'input')][0]
  const value = /^(\d{1,12}) \d{1,12} \d{1,7} (\d{1,12})$/.exec(
    (box && attribute(box, 'value')) ?? ''
  )
  if (value) return { pacer_seq_no: value[1], file_size_bytes: Number(value[2]) }
  const call = /sumDocSelected\(this, ?\d{1,7}, ?(\d{1,12})\b/.exec(
    (box && attribute(box, 'onclick')) ?? ''
  )
  return call ? { file_size_bytes: Number(call[1]) } : {}
}
