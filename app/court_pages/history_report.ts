import { findLabelValue, readCaseHead, type CaseHead } from './case_head.js'
import { harmonize, UNKNOWN_CASE } from './case_names.js'
import { printedDate } from './dates.js'
import { docketNumberParts, type DocketNumberParts } from './docket_numbers.js'
import { documentId, goDlsArguments } from './document_links.js'
import { judgeName } from './judge_names.js'
import { isAlteredByBrowser } from './page_outcomes.js'
import { readRelatedCases, type RelatedCase } from './related_cases.js'
import { clean, tidy } from './text.js'
import {
  attribute,
  getRowCells,
  elements,
  outermost,
  parseHtml,
  shortText,
  getTextContent,
  type Element,
} from './tree.js'
import { isOfKind } from './recognition.js'

/** An entry of the history of a case. */
export interface HistoryEntry {
  date_filed: string | null
  date_entered: string | null
  document_number: string | null
  pacer_doc_id: string | null
  pacer_seq_no: string | null
  /** The event's name. */
  short_description: string
  /** The entry's text; empty if the report was run without texts. */
  description: string
}

/** The history of a case, or the list of its documents. */
export interface HistoryReport extends DocketNumberParts {
  court_id: string
  case_name: string
  date_filed: string | null
  date_terminated: string | null
  date_last_filing: string | null
  date_discharged: string | null
  assigned_to_str: string
  referred_to_str: string
  /** Absent if the report names no other cases. */
  related_cases?: RelatedCase[]
  docket_entries: HistoryEntry[]
}

/**
 * The history of a case, or the list of its documents.
 *
 * @param source the page
 * @param court the court's ID in the system
 * @returns the report, or null if the page is another kind
 */
export function parseHistoryReport(source: string, court: string): HistoryReport | null {
  if (!isOfKind('history_report', source) || isAlteredByBrowser(source)) return null
  const root = parseHtml(source)
  const head = readCaseHead(root)
  if (!head) return null
  const related = readRelatedCases(head.lines)
  const date = (label: RegExp) => printedDate(findLabelValue(head, label) ?? '')
  return {
    court_id: court,
    ...docketNumberParts(head.number),
    case_name: harmonize(tidy(head.name)) || UNKNOWN_CASE,
    date_filed: date(/^Date (?:case )?filed$/i),
    date_terminated: date(/^Date terminated$/i),
    date_last_filing: date(/^Date of last filing$/i),
    date_discharged: date(/^(?:Date|Debtor) discharged$/i),
    ...judgesOf(head),
    ...(related.length > 0 && { related_cases: related }),
    docket_entries: entriesOf(outermost(root, 'tr', (row) => isEntry(row) || isText(row))),
  }
}

function judgesOf(head: CaseHead) {
  const label = findLabelValue(head, /\bJudge$/i)
  return {
    assigned_to_str: judgeName(head.presiding ?? label ?? ''),
    referred_to_str: judgeName(head.referral ?? ''),
  }
}

/** Entries, and rows with the text of the previous entry. */
function entriesOf(rows: Iterable<Element>): HistoryEntry[] {
  const entries: HistoryEntry[] = []
  let above: HistoryEntry | null = null
  for (const row of rows) {
    if (isEntry(row)) {
      above = entryOf(row)
      if (above) entries.push(above)
    } else if (above) above.description = tidy(getTextContent(row)).replace(TEXT_LABEL, '').trim()
  }
  return entries
}

const TEXT_LABEL = /^Docket Text ?:/i
/** Rows with more cells aren't texts: a layout table can contain the whole report. */
const MAX_CELLS = 4

/** A number, dates, and an event. */
const isEntry = (row: Element) => entryCells(row) !== null

const DATES = /^(?:Filed|Entered)\b/i

/** The cells of an entry in any order; null for other rows. */
function entryCells(row: Element): Record<'number' | 'dates' | 'event', Element> | null {
  const cells = getRowCells(row)
  const dates = cells.length < 3 ? undefined : cells.find((cell) => DATES.test(shortText(cell)))
  if (!dates) return null
  const others = cells.filter((cell) => cell !== dates)
  const number =
    others.find((cell) => /^\d{1,9}$/.test(shortText(cell))) ??
    others.find((cell) => shortText(cell) === '') ??
    others.find(hasDocument) ??
    others[0]
  const rest = others.filter((cell) => cell !== number)
  return { number, dates, event: rest.find((cell) => shortText(cell) !== '') ?? rest[0] }
}

const hasDocument = (cell: Element) =>
  [...elements(cell, 'a')].some((link) => documentId(attribute(link, 'href') ?? ''))

/** The label can be below empty cells and in a cell next to the text. */
const isText = (row: Element) =>
  getRowCells(row).length <= MAX_CELLS && TEXT_LABEL.test(shortText(row, 40))

function entryOf(row: Element): HistoryEntry | null {
  const cells = entryCells(row)
  if (!cells) return null
  const { number, dates, event } = cells
  const { filed, entered } = datesOf(dates)
  const printed = clean(getTextContent(number))
  if (!filed && !entered) return null
  const link = [...elements(number, 'a')].find((one) => documentId(attribute(one, 'href') ?? ''))
  return {
    date_filed: filed,
    date_entered: entered,
    document_number: /^\d{1,9}(?!\d)/.exec(printed)?.[0] ?? null,
    pacer_doc_id: link ? documentId(attribute(link, 'href') ?? '') : null,
    pacer_seq_no: (link && goDlsArguments(attribute(link, 'onclick'))?.[2]) || null,
    short_description: tidy(getTextContent(event)),
    description: '',
  }
}

/** `Filed & Entered:`, or `Filed:` and `Entered:`, each with its date. */
function datesOf(cell: Element): { filed: string | null; entered: string | null } {
  const printed = shortText(cell, 2_000)
  const after = (label: RegExp) => {
    const found = label.exec(printed)
    return found && printedDate(printed.slice(found.index + found[0].length))
  }
  return {
    filed: after(/Filed(?: ?& ?Entered)? ?:/i),
    entered: after(/Entered ?:/i),
  }
}
