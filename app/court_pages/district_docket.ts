import { harmonize, UNKNOWN_CASE } from './case_names.js'
import { printedDate } from './dates.js'
import { readEntries } from './docket_entries.js'
import { findEntryTable, tablesAbove, type EntryTable } from './entry_table.js'
import { docketNumberParts } from './docket_numbers.js'
import { isPartyRow, readParties, underlinedHeading, type DocketParty } from './docket_parties.js'
import type { DocketReport } from './docket_report.js'
import { judgeName } from './judge_names.js'
import { isAlteredByBrowser } from './page_outcomes.js'
import { readRelatedCases } from './related_cases.js'
import { clean, tidy } from './text.js'
import {
  getRowCells,
  elements,
  blockTexts,
  parseHtml,
  getTableRows,
  getTextContent,
  type Element,
  type Node,
} from './tree.js'
import { isOfKind } from './recognition.js'

/** `MCP No.` is the number of a panel's docket before it has a case in the litigation. */
const NUMBER =
  /(?:\b\d{1,2}:\d{2}-(?:~?[a-z][a-z\d]{0,4}|\d{4})-\d{1,7}(?:-[\w/]{1,8}){0,5}|\bM(?:DL|CP) No\.? ?\d{1,6})(?![\w-])/i

/** A number in another form, next to its label: `31-cv-00021`, `1:31cv21`. */
const LABELED_NUMBER =
  /\bcase ?(?:#|no\.?|number) ?:? ?((?:\d{1,2}:)?\d{2}-?(?:[a-z]{2,4}-?)?\d{1,7}(?:-[\w/]{1,8}){0,5})(?![\w-])/i

/**
 * The docket report of a district court, the Court of International Trade, or the panel on
 * multidistrict litigation.
 *
 * @param source the page
 * @param court the court's ID in the system
 * @returns the report, or null if the page is another kind
 */
export function parseDistrictDocket(source: string, court: string): DocketReport | null {
  if (!isOfKind('district_docket', source) || isAlteredByBrowser(source)) return null
  const root = parseHtml(source)
  const number = numberOf(root)
  if (!number) return null
  const entries = findEntryTable(root)
  const rows = rowsAbove(root, entries)
  const first = firstPartyRow(rows)
  const head = linesOf(first === -1 ? rows : rows.slice(0, first))
  const all = linesOf(rows)
  const value = (label: RegExp) => valueOf(head, label)
  const related = readRelatedCases(all)
  const parties = readParties(rows.slice(first === -1 ? rows.length : first), underlinedHeading)
  return {
    court_id: court,
    ...docketNumberParts(number),
    case_name: caseName(head, parties),
    date_filed: dateOf(head, /^Date (?:Case )?Filed ?:/i),
    date_terminated: dateOf(head, /^Date Terminated ?:/i),
    date_converted: null,
    date_discharged: null,
    assigned_to_str: judgeName(judgesOf(all, /^Assigned to ?:/i)),
    referred_to_str: judgeName(judgesOf(all, /^Referred to ?:/i)),
    cause: value(/^Cause ?:/i),
    nature_of_suit: value(/^Nature of Suit ?:/i),
    jury_demand: value(/^Jury Demand ?:/i),
    demand: value(/^Demand ?:/i),
    jurisdiction: valueOrBelow(head, /^Jurisdiction ?:/i),
    mdl_status: value(/^MDL Status ?:/i),
    ordered_by: null,
    ...(related.length > 0 && { related_cases: related }),
    parties,
    docket_entries: [],
    ...entriesOf(entries, court),
  }
}

/** The entries and their order. */
function entriesOf(
  table: EntryTable | null,
  court: string
): Partial<Pick<DocketReport, 'docket_entries' | 'ordered_by'>> {
  if (!table) return {}
  return { docket_entries: readEntries(table, court), ordered_by: table.orderedBy }
}

const NO_DOCKET = /This case (?:was administratively closed|is in the process of being opened)/i

function numberOf(root: Node): string | null {
  for (const heading of elements(root, 'h1', 'h2', 'h3', 'h4', 'h5', 'caption')) {
    const text = clean(getTextContent(heading))
    const found = NUMBER.exec(text)?.[0] ?? LABELED_NUMBER.exec(text)?.[1]
    if (found) return NO_DOCKET.test(text) ? null : found
  }
  return null
}

/** Rows of the tables above the entries, in order. */
const rowsAbove = (root: Node, entries: EntryTable | null): Element[] =>
  tablesAbove(root, entries).flatMap((table) => getTableRows(table))

/** The first heading of parties, or the first party without a heading below the dates. */
function firstPartyRow(rows: Element[]): number {
  const heading = rows.findIndex((row) => underlinedHeading(row) !== null)
  const dates = rows.findIndex((row) => linesOf([row]).some((line) => /^Date Filed:/i.test(line)))
  if (dates === -1) return heading
  const end = heading === -1 ? rows.length : heading
  const party = rows.findIndex((row, at) => at > dates && at < end && isPartyRow(row))
  return party === -1 ? heading : party
}

const linesOf = (rows: Element[]): string[] =>
  rows.flatMap((row) => getRowCells(row).flatMap((cell) => blockTexts(cell)))

function valueOf(lines: string[], label: RegExp): string {
  const line = lines.find((one) => label.test(one))
  return line ? tidy(line.replace(label, '')) : ''
}

/** A judge on the next line, with or without the label. */
const ANOTHER_JUDGE =
  /^(?:(?:Chief|Senior|District|Magistrate|Hon\.|Honorable) ){0,4}(?:Judge|Magistrate) [A-Z][^:]{0,80}$/

/** The judges next to a label, and those on the lines directly below it. */
function judgesOf(lines: string[], label: RegExp): string {
  const at = lines.findIndex((one) => label.test(one))
  if (at === -1) return ''
  const below = lines.slice(at + 1)
  const end = below.findIndex((line) => !label.test(line) && !ANOTHER_JUDGE.test(line))
  const own = [lines[at], ...(end === -1 ? below : below.slice(0, end))]
  return own.map((line) => tidy(line.replace(label, ''))).join('; ')
}

/** A value next to its label, or on the line below it, as the Court of International Trade prints it. */
function valueOrBelow(lines: string[], label: RegExp): string {
  const at = lines.findIndex((one) => label.test(one))
  const below = lines[at + 1] ?? ''
  return valueOf(lines, label) || (at === -1 || below.includes(':') ? '' : tidy(below))
}

/** A date next to its label, or alone on the line below it. */
function dateOf(lines: string[], label: RegExp): string | null {
  const at = lines.findIndex((one) => label.test(one))
  if (at === -1) return null
  const own = lines[at].replace(label, '').trim()
  return printedDate(own || (lines[at + 1] ?? ''))
}

const TITLE = /^Case title ?:/i
const NAME = / v(?:s\.?|\.)? |^In ?re\b|^In the matter\b/i

/** The name in the header, or else the subject of the case, or the first plaintiff and defendant. */
function caseName(lines: string[], parties: DocketParty[]): string {
  const title = valueOf(lines, TITLE) || lines.find((line) => NAME.test(line))
  if (title) return harmonize(title) || UNKNOWN_CASE
  const subject = parties.find(({ type }) => type === 'In Re')
  if (subject) return harmonize(`In re ${subject.name}`)
  const [plaintiff, defendant] = ['Plaintiff', 'Defendant'].map((type) =>
    parties.find((party) => party.type === type)
  )
  if (!plaintiff || !defendant) return UNKNOWN_CASE
  return harmonize(`${plaintiff.name} v. ${defendant.name}`) || UNKNOWN_CASE
}
