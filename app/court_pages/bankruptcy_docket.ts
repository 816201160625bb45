import { harmonize, UNKNOWN_CASE } from './case_names.js'
import { printedDate } from './dates.js'
import { readEntries } from './docket_entries.js'
import { findEntryTable, tablesAbove } from './entry_table.js'
import { docketNumberParts } from './docket_numbers.js'
import { dashedHeading, isRepresented, readParties, type DocketParty } from './docket_parties.js'
import type { DocketReport } from './docket_report.js'
import { judgeName } from './judge_names.js'
import { isAlteredByBrowser } from './page_outcomes.js'
import { readRelatedCases } from './related_cases.js'
import { clean, tidy } from './text.js'
import {
  blockTexts,
  getRowCells,
  elements,
  parseHtml,
  getTableRows,
  getTextContent,
  type Element,
  type Node,
} from './tree.js'
import { isOfKind } from './recognition.js'

const NUMBER =
  /((?:Bankruptcy|Involuntary|Voluntary) (?:Petition|Case)|(?:Adversary|Miscellaneous) (?:Proceeding|Case)) ?(?:#|No\.?|Number) ?:? ?((?:\d{1,2}:)?(?:\d-)?\d{2}-[\w-]{2,40})/i

/**
 * The docket report of a bankruptcy petition or an adversary proceeding.
 *
 * @param source the page
 * @param court the court's ID in the system
 * @returns the report, or null if the page is another kind
 */
export function parseBankruptcyDocket(source: string, court: string): DocketReport | null {
  if (!isOfKind('bankruptcy_docket', source) || isAlteredByBrowser(source)) return null
  const root = parseHtml(source)
  const heading = headingOf(root)
  if (!heading) return null
  const entries = findEntryTable(root)
  const tables = tablesAbove(root, entries)
  const lines = tables.flatMap((table) => blockTexts(table))
  const date = (label: RegExp) => printedDate(valueOf(lines, label))
  const isAdversary = /^Adversary/i.test(heading.kind)
  const parties = readParties(partyRows(tables), dashedHeading)
  const related = readRelatedCases(lines)
  return {
    court_id: court,
    ...docketNumberParts(heading.number),
    case_name: caseName(parties, lines, isAdversary),
    date_filed: date(/^Date (?:case )?filed ?:/i),
    date_terminated: date(/^Date terminated ?:/i),
    date_converted: date(/^Date converted ?:/i),
    date_discharged: date(/^(?:Date|Debtor|Joint debtor) discharged ?:/i),
    assigned_to_str: judgeName(valueOf(lines, /^Assigned to ?:/i)),
    referred_to_str: judgeName(valueOf(lines, /^Referred to ?:/i)),
    cause: '',
    nature_of_suit: natureOfSuit(tables),
    jury_demand: '',
    demand: valueOf(lines, /^Demand ?:/i),
    jurisdiction: '',
    mdl_status: '',
    ...(related.length > 0 && { related_cases: related }),
    ordered_by: entries?.orderedBy ?? null,
    parties,
    docket_entries: entries ? readEntries(entries, court) : [],
  }
}

/** Maximum number of headings read. */
const MAX_HEADINGS = 50

function headingOf(root: Node): { kind: string; number: string } | null {
  for (const center of [...elements(root, 'center')].slice(0, MAX_HEADINGS)) {
    const [, kind, number] = NUMBER.exec(clean(getTextContent(center))) ?? []
    if (number) return { kind, number }
  }
  return null
}

function* partyRows(tables: Element[]): Generator<Element> {
  const first = tables.findIndex((table) => tableHasParties(table))
  if (first === -1) return
  for (const table of tables.slice(first)) yield* getTableRows(table)
}

function tableHasParties(table: Element): boolean {
  return getTableRows(table).some((row) => dashedHeading(row) !== null || isRepresented(row))
}

function valueOf(lines: string[], label: RegExp): string {
  const at = lines.findIndex((one) => label.test(one))
  if (at === -1) return ''
  const own = tidy(lines[at].replace(label, ''))
  const next = lines[at + 1] ?? ''
  return own || (/^[A-Z][\w /']{1,40}:/.test(next) ? '' : tidy(next))
}

/** Rows of the small table that starts with the label: a number and its meaning each. */
function natureOfSuit(tables: Element[]): string {
  const table = tables.find((one) => /^Nature\[?s?\]? of Suit ?:/i.test(clean(getTextContent(one))))
  if (!table) return ''
  const natures = getTableRows(table).map((row) =>
    getRowCells(row)
      .map((cell) => clean(getTextContent(cell)))
      .filter((text) => text && !/^Nature/i.test(text))
  )
  return natures
    .filter((texts) => texts.length > 1)
    .map((texts) => texts.join(' '))
    .join('; ')
}

const DEBTOR = /^Debtor(?: in Possession)?$/

/** The debtor as printed, or else the title of the lead case. */
function caseName(parties: DocketParty[], lines: string[], isAdversary: boolean): string {
  const debtor = parties.find(({ type }) => DEBTOR.test(type))?.name
  if (debtor !== undefined) return tidy(debtor) || UNKNOWN_CASE
  const name = harmonize(valueOf(lines, /^Lead BK Title ?:/i)) || UNKNOWN_CASE
  return isAdversary ? `${name} - Adversary Proceeding` : name
}
