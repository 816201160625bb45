import { readCaseHead, type CaseHead } from './case_head.js'
import { harmonize } from './case_names.js'
import { printedDate } from './dates.js'
import { docketNumberParts, type DocketNumberParts } from './docket_numbers.js'
import { isAlteredByBrowser } from './page_outcomes.js'
import {
  parseHtml,
  attribute,
  elements,
  hasClass,
  getTextContent,
  getRowCells,
  firstElement,
  printedLines,
  type Element,
} from './tree.js'
import { readRelatedCases, type RelatedCase } from './related_cases.js'
import { clean } from './text.js'
import { isOfKind } from './recognition.js'

/**
 * A case as summarized on a court's query page; values that aren't printed are absent, and dates
 * printed as `N/A` are null.
 */
export interface CaseQuery extends DocketNumberParts {
  court_id: string
  case_name: string
  case_name_raw: string
  /** Judges as printed. */
  assigned_to_str?: string
  referred_to_str?: string
  related_cases_str?: string
  related_cases?: RelatedCase[]
  date_filed?: string | null
  date_terminated?: string | null
  date_last_filing?: string | null
  /** Bankruptcy. */
  case_type?: string
  chapter?: string
  asset?: string
  vol?: string
  related_bankruptcy?: string
  date_plan_confirmed?: string | null
  /** Also the date of a debtor's discharge, which the archive stores under this name. */
  date_debtor_dismissed?: string | null
  date_joint_debtor_dismissed?: string | null
  date_discharged?: string | null
}

const DATES: [RegExp, keyof CaseQuery][] = [
  [/^Date (?:case )?filed$/i, 'date_filed'],
  [/^Date terminated$/i, 'date_terminated'],
  [/^Date of last filing$/i, 'date_last_filing'],
  [/^(?:Date )?plan confirmed$/i, 'date_plan_confirmed'],
  [/^Debtor (?:dismissed|discharged)$/i, 'date_debtor_dismissed'],
  [/^Joint debtor (?:dismissed|discharged)$/i, 'date_joint_debtor_dismissed'],
  [/^Date discharged$/i, 'date_discharged'],
]

const TEXTS: [RegExp, keyof CaseQuery][] = [
  [/^Case type$/i, 'case_type'],
  [/^Chapter$/i, 'chapter'],
  [/^Asset$/i, 'asset'],
  [/^Vol$/i, 'vol'],
  [/\bJudge$/i, 'assigned_to_str'],
  [/^Related bankruptcy$/i, 'related_bankruptcy'],
]

/** Placeholder cases that the clerk uses internally contain an instruction. */
const PLACEHOLDER =
  /only applications for admission|only requests for a certificate of good standing|do not post in this case|Control F\b/i

/**
 * The summary of a case on the query page of a court.
 *
 * @param source the page
 * @param court the court's ID in the system
 * @returns the summary; null for a sealed or placeholder case, and for any other page
 */
export function parseCaseQuery(source: string, court: string): CaseQuery | null {
  const isQuery = isOfKind('case_query', source) && !isAlteredByBrowser(source)
  const head = isQuery ? readCaseHead(parseHtml(source)) : null
  if (!head?.name || PLACEHOLDER.test(head.text)) return null
  const related = readRelatedCases(head.lines)
  return {
    court_id: court,
    ...docketNumberParts(head.number),
    case_name: harmonize(head.name),
    case_name_raw: head.name,
    ...labelledValues(head),
    ...(head.presiding && { assigned_to_str: head.presiding.replaceAll('; ', ', ') }),
    ...(head.referral && { referred_to_str: head.referral.replaceAll('; ', ', ') }),
    ...(head.relatedCases && { related_cases_str: head.relatedCases }),
    ...(related.length > 0 && { related_cases: related }),
  }
}

function labelledValues({ labels }: CaseHead): Partial<CaseQuery> {
  const found: Partial<Record<keyof CaseQuery, string | null>> = {}
  for (const [label, value] of labels) {
    const date = DATES.find(([form]) => form.test(label))?.[1]
    const text = TEXTS.find(([form]) => form.test(label))?.[1]
    const day = date && printedDate(value)
    if (date && (day || /^N\/A$/i.test(value))) found[date] = day ?? null
    else if (text && value) found[text] = value
  }
  return found as Partial<CaseQuery>
}

/** The number of entries of a case, which the mobile site shows for free. */
interface MobileQuery {
  court_id: string
  /** Includes unnumbered entries; null if the page prints no number. */
  entry_count: number | null
  /** The cost of the page; empty if it was free. */
  cost: string
}

/**
 * A case on the mobile site of a court.
 *
 * @param source the page
 * @param court the court's ID in the system
 * @returns its values, or null if the page is another kind
 */
export function parseMobileQuery(source: string, court: string): MobileQuery | null {
  if (!isOfKind('mobile_query', source)) return null
  const root = parseHtml(source)
  const link = [...elements(root, 'a')].find((one) => attribute(one, 'id') === 'entriesLink')
  const count = link && [...elements(link, 'span')].find((one) => hasClass(one, 'ui-li-count'))
  const digits = clean(count ? getTextContent(count) : '').replaceAll(',', '')
  const titles = [...elements(root, 'div')].filter((one) => hasClass(one, 'ui-title'))
  const cost = titles.map(
    (title) => /Cost: ?\$?([\d.]{1,12})/.exec(clean(getTextContent(title)))?.[1]
  )
  return {
    court_id: court,
    entry_count: /^\d{1,9}$/.test(digits) ? Number(digits) : null,
    cost: cost.find(Boolean) ?? '',
  }
}

/** A person who matches a search by name, and the role in the case. */
interface FoundPerson {
  name: string
  /** As the court abbreviates it: `pty`, `aty`. */
  kind: string
  role: string
  /** Other names. */
  aliases: string[]
  /** What else the court prints, such as a masked date of birth. */
  details: string[]
}

/** A case in the search results of a court. */
interface FoundCase extends DocketNumberParts {
  case_name: string
  pacer_case_id: string
  /** The chapter, or the lead case of an adversary proceeding. */
  chapter: string
  date_filed: string | null
  date_closed: string | null
  /** Absent in a search that lists no names. */
  person?: FoundPerson
}

/** A link to a case, with its ID at the end. */
const CASE_LINK =
  /\b(?:iquery|qrySummary|iqquerymenu|DktRpt|HistDocQry)\.pl\?(?:[\w-]{1,80}-)?(\d{1,12})$/i
/** The heading of the column with the numbers of cases. */
const CASE_NUMBER = /^(?:Case|Docket) ?(?:No\.?|Number|#)$/i

/**
 * The cases found by a search at a court.
 *
 * @param source the page
 * @returns its rows, or null if the page is another kind
 */
export function parseCaseSearchResults(source: string): FoundCase[] | null {
  if (!isOfKind('case_search_results', source)) return null
  const found: FoundCase[] = []
  let columns: string[] = []
  let person: FoundPerson | null = null
  for (const row of elements(parseHtml(source), 'tr')) {
    const cells = getRowCells(row)
    const texts = cells.map((cell) => clean(getTextContent(cell)))
    // A search by name lists the names in the first column.
    if (texts.some((text) => CASE_NUMBER.test(text))) columns = texts
    const place = (column: RegExp) => columns.findIndex((one) => column.test(one))
    // A name that spans the rows of several cases is only in the first one.
    const shift: number = person && place(NAME) === 0 && columns.length - cells.length === 1 ? 1 : 0
    const names: Element | undefined =
      shift === 0 && !isHeading(texts) ? cells[place(NAME)] : undefined
    if (names) person = personIn(names) ?? person
    const numbers = cells[place(CASE_NUMBER) - shift]
    const link = numbers && firstElement(numbers, 'a')
    const id = link && CASE_LINK.exec(attribute(link, 'href') ?? '')?.[1]
    if (!id) continue
    const value = (column: RegExp) => texts[place(column) - shift] ?? ''
    found.push({
      ...docketNumberParts(value(CASE_NUMBER)),
      case_name: harmonize(value(/^Case (?:Title|Name)$/i)),
      pacer_case_id: id,
      chapter: value(/^Chapter/i),
      date_filed: printedDate(value(/^(?:Date )?Filed$/i)),
      date_closed: printedDate(value(/^(?:Date )?Closed$/i)),
      ...(person && { person: { ...person, role: value(/^(?:Party )?Role$/i) } }),
    })
  }
  return found
}

/** The heading of the column with the names of persons. */
const NAME = /^(?:(?:Party|Person|Attorney|Debtor)(?:'s)? )?Names?$/i
const isHeading = (texts: string[]) => texts.some((text) => CASE_NUMBER.test(text))
/** `Ada Quill (pty)`; what the name is, and the number of cases below it. */
const KIND = /^(.{1,300}?) ?\(([a-z]{2,12})\)$/i
const CASES = /^\(?\d{1,7} cases?\)?$/i
const ALIAS =
  /^\(?(?:also known as|formerly known as|doing business as|[adfn]\/?k\/?a|d\/?b\/?a|alias(?:es)?)\b ?:? ?(.+?)\)?$/i

/** The person in a cell: a name with its kind, and lines with other names and details. */
function personIn(cell: Element): FoundPerson | null {
  const [first, ...lines] = printedLines(cell)
    .map((line) => clean(line).replace(/ ?\(\d{1,7} cases?\)$/i, ''))
    .filter((line) => line !== '' && !CASES.test(line))
  if (first === undefined) return null
  const [, name = first, kind = ''] = KIND.exec(first) ?? []
  const aliases = lines.flatMap((line) => ALIAS.exec(line)?.[1] ?? [])
  const details = lines.filter((line) => !ALIAS.test(line))
  return { name, kind, role: '', aliases, details }
}
