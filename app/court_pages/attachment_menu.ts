import {
  documentId,
  goDlsArguments,
  normalDocumentId,
  queryValue,
  documentSize,
  type DocumentSize,
} from './document_links.js'
import { isOfKind } from './recognition.js'
import { clean } from './text.js'
import {
  attribute,
  getRowCells,
  elements,
  firstElement,
  parseHtml,
  getTextContent,
  shortText,
  type Element,
  type Node,
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
  /** Older menus of bankruptcy courts and menus without the main document omit it. */
  document_number: number | null
  /** Of the main document, or of the first attachment if the menu omits the main document. */
  pacer_doc_id: string
  pacer_case_id: string | null
  pacer_seq_no: string | null
  attachments: MenuAttachment[]
}

/** Whether a page is a menu of the documents of a filing. */
export const isAttachmentMenu = (source: string): boolean => isOfKind('attachment_menu', source)

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
  const { main, others } = documentRows(root)
  const first = main ?? others[0]
  if (!first) return null
  const buttons = buttonsOf([...elements(root, 'input')])
  const sequence = first.sequence ?? buttons.sequence
  const hasParts = [...elements(root, 'th')].some((cell) => clean(getTextContent(cell)) === 'Part')
  const number = main && (main.position?.entry ?? (hasParts ? null : main.number))
  return {
    document_number: number || null,
    pacer_doc_id: first.id,
    pacer_case_id: first.caseId ?? buttons.caseId,
    pacer_seq_no: sequence,
    ...(main ? documentSize(main, court) : { page_count: null, file_size_str: '' }),
    attachments: others.map((row) => ({
      attachment_number: attachmentNumber(
        row.number ?? row.position?.attachment ?? 0,
        row.id,
        court
      ),
      description: row.description,
      pacer_doc_id: row.id,
      pacer_seq_no: row.sequence ?? sequence,
      ...documentSize(row, court),
    })),
  }
}

/**
 * The rows of the main document and of its attachments. Without a right to the main document, a
 * menu lists only attachments.
 */
function documentRows(root: Node): { main: Row | null; others: Row[] } {
  const rows: Row[] = []
  let attachmentsBegin = false
  let hasMain = true
  for (const element of elements(root, 'tr')) {
    const row = rowOf(element)
    const [head] = getRowCells(element)
    attachmentsBegin ||= head !== undefined && /^Attachments?$/i.test(shortText(head, 40))
    if (!row) continue
    const attachment = row.position?.attachment
    if (rows.length === 0) hasMain = attachment === undefined ? !attachmentsBegin : attachment === 0
    rows.push(row)
  }
  return hasMain ? { main: rows[0] ?? null, others: rows.slice(1) } : { main: null, others: rows }
}

/** Values of a document in a menu row. */
interface Row {
  number: number | null
  id: string
  caseId: string | null
  sequence: string | null
  description: string
  pages: string
  size: string
  /** The numbers in the name of the checkbox, if the menu has them. */
  position: {
    /** Number of the entry; null if it has none. */
    entry: number | null
    /** Number of the attachment; 0 for the main document. */
    attachment: number
  } | null
  /** `serial-bytes-pages` of the checkbox. */
  box: string
}

function rowOf(row: Element): Row | null {
  const cells = getRowCells(row)
  if (cells.some((cell) => firstElement(cell, 'table'))) return null
  const at = cells.findIndex((cell) => linkOf(cell))
  const link = at === -1 ? undefined : linkOf(cells[at])
  const id = link && documentId(attribute(link, 'href') ?? '')
  if (!link || !id) return null
  const texts = cells.slice(at + 1).map((cell) => oneLine(getTextContent(cell)))
  // A description can have the form of either.
  const pages = texts.findLast((text) => /^\d[\d,]{0,8} (?:pages?|pgs?\.?)$/i.test(text)) ?? ''
  const size =
    texts.findLast((text) =>
      /^(?:[\d.,]{1,12} ?[kmg]b|[1-9]\d{0,11} ?(?:b|bytes?))$/i.test(text)
    ) ?? ''
  const call = goDlsArguments(attribute(link, 'onclick'))
  const box = cells.map((cell) => firstElement(cell, 'input')).find((one) => one !== undefined)
  const name = /^document_(\d{0,9})_(\d{1,9})$/.exec((box && attribute(box, 'name')) ?? '')
  const number = /^\d{1,9}$/.exec(clean(getTextContent(link)))?.[0]
  return {
    number: number ? Number(number) : null,
    id: normalDocumentId(id),
    caseId: call?.[1] || null,
    sequence: call?.[2] || null,
    description: texts.slice(0, 2).find((text) => text && text !== pages && text !== size) ?? '',
    pages,
    size,
    position: name && { entry: Number(name[1]) || null, attachment: Number(name[2]) },
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

/**
 * For each district court whose menus counted the main document as number 1: the last document
 * serial number counted this way. Bankruptcy courts still do so. Other courts never did.
 */
const LAST_COUNTING_MAIN_DOCUMENT: Record<string, number> = {
  akd: 682_797,
  ared: 1_906_030,
  cacd: 9_630_188,
  ctd: 2_414_673,
  flmd: 7_734_601,
  flnd: 2_613_796,
  gamd: 995_021,
  gasd: 1_159_201,
  hid: 1_078_891,
  iand: 899_130,
  iasd: 1_192_972,
  ilnd: 8_278_610,
  innd: 1_560_410,
  kyed: 2_087_957,
  kywd: 1_738_484,
  mad: 3_618_527,
  mied: 4_148_337,
  miwd: 2_358_030,
  moed: 3_299_716,
  msnd: 888_190,
  mssd: 2_476_698,
  nced: 1_868_202,
  ncmd: 1_093_535,
  ndd: 299_419,
  ned: 1_868_173,
  nvd: 3_153_010,
  nyed: 6_778_644,
  nynd: 1_829_022,
  nysd: 8_012_889,
  nywd: 1_862_410,
  oked: 388_419,
  ord: 3_322_370,
  pamd: 3_122_200,
  sdd: 1_239_147,
  txed: 3_830_781,
  txnd: 4_975_453,
  utd: 1_745_928,
  vaed: 1_338_618,
  waed: 1_349_144,
  wawd: 3_755_107,
  wied: 1_420_356,
  wyd: 797_428,
}

/**
 * The number of an attachment, which a menu may print one too high.
 *
 * @param printed the printed number
 * @param id the document's ID: three digits of the court, one, and the serial number
 * @param court the court's ID in the system
 */
function attachmentNumber(printed: number, id: string, court: string): number {
  const last = Object.hasOwn(LAST_COUNTING_MAIN_DOCUMENT, court)
    ? LAST_COUNTING_MAIN_DOCUMENT[court]
    : -1
  const counted = court.endsWith('b') || Number(id.slice(4)) <= last
  return counted ? printed - 1 : printed
}
