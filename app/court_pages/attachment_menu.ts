import { attachmentNumber } from './attachment_numbering.js'
import { documentId, goDlsArguments, normalDocumentId, queryValue } from './document_links.js'
import { documentSize, type DocumentSize } from './document_sizes.js'
import { clean } from './text.js'
import {
  attribute,
  cellsOf,
  elements,
  firstElement,
  parseHtml,
  textOf,
  type Element,
} from './tree.js'

/** An attachment of a filing. */
export interface MenuAttachment extends DocumentSize {
  attachment_number: number
  description: string
  pacer_doc_id: string
  pacer_seq_no: string | null
}

/** The documents of one filing in a district or bankruptcy court. */
export interface AttachmentMenu extends DocumentSize {
  /** Older menus of bankruptcy courts omit it. */
  document_number: number | null
  pacer_doc_id: string
  pacer_case_id: string | null
  pacer_seq_no: string | null
  attachments: MenuAttachment[]
}

const MENU =
  /Document Selection Menu|\bfile_too_big\b|view each document individually|value=["']?Download/i

/** Whether a page is a menu of the documents of a filing; dockets have similar menus. */
export const isAttachmentMenu = (source: string): boolean =>
  MENU.test(source) && /\/doc1\/\d/.test(source) && !/\bDocket Text\b/i.test(source)

/**
 * The menu of the documents of a filing in a district or bankruptcy court.
 *
 * @param source the page
 * @param court the court's ID in the system, which determines how attachments are counted
 * @returns the menu, or null if the page is another kind
 */
export function parseAttachmentMenu(source: string, court: string): AttachmentMenu | null {
  if (!isAttachmentMenu(source)) return null
  const root = parseHtml(source)
  const rows = [...elements(root, 'tr')].map(rowOf).filter((row) => row !== null)
  const [main, ...others] = rows
  if (!main) return null
  const buttons = buttonsOf([...elements(root, 'input')])
  const sequence = main.sequence ?? buttons.sequence
  const hasParts = [...elements(root, 'th')].some((cell) => clean(textOf(cell)) === 'Part')
  return {
    document_number: main.boxNumber ?? (hasParts ? null : main.number),
    pacer_doc_id: main.id,
    pacer_case_id: main.caseId ?? buttons.caseId,
    pacer_seq_no: sequence,
    ...documentSize(main, court),
    attachments: others.map((row) => ({
      attachment_number: attachmentNumber(row.number ?? 0, row.id, court),
      description: row.description,
      pacer_doc_id: row.id,
      pacer_seq_no: row.sequence ?? sequence,
      ...documentSize(row, court),
    })),
  }
}

/** Values of a document in a menu row. */
interface Row {
  number: number | null
  /** The entry's number in the name of the checkbox. */
  boxNumber: number | null
  id: string
  caseId: string | null
  sequence: string | null
  description: string
  pages: string
  size: string
  /** `serial-bytes-pages` of the checkbox. */
  box: string
}

function rowOf(row: Element): Row | null {
  const cells = cellsOf(row)
  if (cells.some((cell) => firstElement(cell, 'table'))) return null
  const at = cells.findIndex((cell) => linkOf(cell))
  const link = at === -1 ? undefined : linkOf(cells[at])
  const id = link && documentId(attribute(link, 'href') ?? '')
  if (!link || !id) return null
  const texts = cells.slice(at + 1).map((cell) => oneLine(textOf(cell)))
  const pages = texts.find((text) => /^\d{1,7} pages?$/i.test(text)) ?? ''
  const size = texts.find((text) => /^[\d.,]{1,12} ?[kmg]b$/i.test(text)) ?? ''
  const call = goDlsArguments(attribute(link, 'onclick'))
  const box = cells.map((cell) => firstElement(cell, 'input')).find((one) => one !== undefined)
  const name = /^document_(\d{1,9})_\d{1,9}$/.exec((box && attribute(box, 'name')) ?? '')
  const number = /^\d{1,9}$/.exec(clean(textOf(link)))?.[0]
  return {
    number: number ? Number(number) : null,
    boxNumber: name ? Number(name[1]) : null,
    id: normalDocumentId(id),
    caseId: call?.[1] || null,
    sequence: call?.[2] || null,
    description: texts.slice(0, 2).find((text) => text && text !== pages && text !== size) ?? '',
    pages,
    size,
    box: (box && attribute(box, 'value')) ?? '',
  }
}

/** Text on one line; spaces within a line are kept. */
const oneLine = (text: string) =>
  text
    .replaceAll('\u00A0', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')

const linkOf = (cell: Element) =>
  [...elements(cell, 'a')].find((link) => documentId(attribute(link, 'href') ?? ''))

/** Case ID and sequence number in the script of a button. */
function buttonsOf(inputs: Element[]): { caseId: string | null; sequence: string | null } {
  for (const input of inputs) {
    const script = (attribute(input, 'onclick') ?? '').replaceAll("'", '&')
    const caseId = queryValue(script, 'caseid', /^\d{1,12}$/)
    const sequence = queryValue(script, 'arr_de_seq_nums', /^\d{1,12}$/)
    if (caseId) return { caseId, sequence }
  }
  return { caseId: null, sequence: null }
}
