import { harmonize } from './case_names.js'
import { numericDate } from './dates.js'
import { docketNumberParts, type DocketNumberParts } from './docket_numbers.js'
import { documentId, goDlsArguments } from './document_links.js'
import { clean } from './text.js'
import {
  attribute,
  getRowCells,
  getChildNodes,
  elements,
  firstElement,
  parseHtml,
  getTagName,
  shortText,
  getTextContent,
  unwrapped,
  type Element,
} from './tree.js'
import { isOfKind } from './recognition.js'

/** A written opinion that is free of charge. */
export interface FreeOpinion extends DocketNumberParts {
  court_id: string
  case_name: string
  pacer_case_id: string | null
  date_filed: string | null
  document_number: string | null
  pacer_doc_id: string | null
  pacer_seq_no: string | null
  /** The entry's text as printed. */
  description: string
  nature_of_suit: string
  cause: string
}

/**
 * The report of a court's written opinions, which are free of charge.
 *
 * @param source the page
 * @param court the court's ID in the system
 * @returns its rows, or null if the page is another kind
 */
export function parseFreeOpinionsReport(source: string, court: string): FreeOpinion[] | null {
  if (!isOfKind('free_opinions_report', source)) return null
  const opinions: FreeOpinion[] = []
  let above: ReportedCell = { title: null, filed: null }
  for (const row of elements(parseHtml(source), 'tr')) {
    const cells = opinionCells(getRowCells(row))
    // Further opinions of a case or day have an empty cell in place of the repeated value.
    above = cells ? { ...above, ...cells.above } : { title: null, filed: null }
    if (cells && above.title)
      opinions.push({
        court_id: court,
        ...above.title,
        date_filed: above.filed,
        ...opinionOf(cells),
      })
  }
  return opinions
}

/** The case and the date of an opinion, which may be those of the row above. */
interface ReportedCell {
  title: Case | null
  filed: string | null
}

interface OpinionCells {
  above: Partial<ReportedCell>
  number: Element
  text: Element
  notes: Element | undefined
}

/** The cells of an opinion; their order depends on the court and on how the report is sorted. */
function opinionCells(cells: Element[]): OpinionCells | null {
  if (cells.length < 4) return null
  const above: Partial<ReportedCell> = {}
  const others: Element[] = []
  for (const cell of cells) {
    const title = above.title ? null : caseOf(cell)
    const filed = title || above.filed ? null : dateOf(cell)
    if (title) above.title = title
    else if (filed) above.filed = filed
    else others.push(cell)
  }
  const number = others.find(isDocument)
  const notes = others.find(hasNotes)
  const texts = others.filter((cell) => cell !== number && cell !== notes)
  const text = texts.find((cell) => shortText(cell) !== '') ?? texts.at(-1)
  return number && text ? { above, number, text, notes } : null
}

const dateOf = (cell: Element) => {
  const text = shortText(cell, 40)
  return /^[\d/]{6,10}$/.test(text) ? numericDate(text) : null
}

/** A number, or a link to a document. */
const isDocument = (cell: Element) =>
  /^\d{1,9}$/.test(shortText(cell)) ||
  [...elements(cell, 'a')].some((one) => documentId(attribute(one, 'href') ?? ''))

const hasNotes = (cell: Element) =>
  [...elements(cell, 'i')].some((label) => /^(?:NOS|Cause) ?:?$/i.test(shortText(label)))

type Case = DocketNumberParts & Pick<FreeOpinion, 'case_name' | 'pacer_case_id'>

function caseOf(cell: Element): Case | null {
  const link = firstElement(cell, 'a')
  const caseId = link && /DktRpt\.pl\?(\d{1,12})\b/.exec(attribute(link, 'href') ?? '')?.[1]
  if (!caseId) return null
  const printed = clean(getTextContent(cell))
  const number = printed.split(' ')[0]
  return {
    ...docketNumberParts(number),
    case_name: harmonize(printed.slice(number.length)) || 'Unknown Case Title',
    pacer_case_id: caseId,
  }
}

function opinionOf({ number, text, notes }: OpinionCells) {
  const document = [...elements(number, 'a')].find((one) =>
    documentId(attribute(one, 'href') ?? '')
  )
  return {
    document_number: /^\d{1,9}/.exec(clean(getTextContent(number)))?.[0] ?? null,
    pacer_doc_id: document ? documentId(attribute(document, 'href') ?? '') : null,
    pacer_seq_no: (document && goDlsArguments(attribute(document, 'onclick'))?.[2]) || null,
    description: getTextContent(text),
    nature_of_suit: noteOf(notes, 'nos'),
    cause: noteOf(notes, 'cause'),
  }
}

/** The text that follows an italic label, as printed. */
function noteOf(cell: Element | undefined, label: string): string {
  const nodes = cell ? getChildNodes(unwrapped(cell)) : []
  const at = nodes.findIndex(
    (node) =>
      getTagName(node) === 'i' &&
      clean(getTextContent(node)).replace(/ ?:$/, '').toLowerCase() === label
  )
  return at === -1 || !nodes[at + 1] ? '' : getTextContent(nodes[at + 1]).trim()
}
