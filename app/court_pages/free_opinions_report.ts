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
  getTextContent,
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
    const [first, second, ...rest] = getRowCells(row)
    const opinion = first && second && opinionOf(rest)
    // Further opinions of a case or day have an empty first cell.
    above = opinion
      ? { ...above, ...cellOf(first), ...cellOf(second) }
      : { title: null, filed: null }
    if (opinion && above.title)
      opinions.push({ court_id: court, ...above.title, date_filed: above.filed, ...opinion })
  }
  return opinions
}

/** Values of the first two cells; their order depends on how the report is sorted. */
interface ReportedCell {
  title: Case | null
  filed: string | null
}

function cellOf(cell: Element): Partial<ReportedCell> {
  const title = caseOf(cell)
  if (title) return { title }
  const filed = numericDate(clean(getTextContent(cell)))
  return filed ? { filed } : {}
}

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

function opinionOf([number, text, notes]: Element[]) {
  if (!number || !text) return null
  const document = [...elements(number, 'a')].find((one) =>
    documentId(attribute(one, 'href') ?? '')
  )
  return {
    document_number: /^\d{1,9}/.exec(clean(getTextContent(number)))?.[0] ?? null,
    pacer_doc_id: document ? documentId(attribute(document, 'href') ?? '') : null,
    pacer_seq_no: (document && goDlsArguments(attribute(document, 'onclick'))?.[2]) || null,
    description: getTextContent(text),
    nature_of_suit: noteOf(notes, 'NOS:'),
    cause: noteOf(notes, 'Cause:'),
  }
}

/** The text that follows an italic label, as printed. */
function noteOf(cell: Element | undefined, label: string): string {
  const nodes = cell ? getChildNodes(cell) : []
  const at = nodes.findIndex(
    (node) => getTagName(node) === 'i' && clean(getTextContent(node)) === label
  )
  return at === -1 || !nodes[at + 1] ? '' : getTextContent(nodes[at + 1]).trim()
}
