/** Other cases at the head of a docket or a page about one case. */
import { printedDate } from './dates.js'
import { docketNumberParts } from './docket_numbers.js'
import { boldValues } from './page_sections.js'
import { clean, tidy } from './text.js'
import { elements, getRowCells, getTextContent, type Element } from './tree.js'

/** How a page names another case. */
export type CaseRelation =
  | 'lead'
  | 'member'
  | 'related'
  | 'other_court'
  | 'appeal'
  | 'magistrate'
  | 'bankruptcy'
  | 'prior'
  | 'consolidated'

/** Another case that a page names. */
export interface RelatedCase {
  relation: CaseRelation
  /** Without the judges' initials; empty if only the court is printed. */
  docket_number: string
  /** The court as printed; absent for a case of the same court. */
  court?: string
  /** Lead bankruptcies of adversary proceedings. */
  case_name?: string
  chapter?: string
  /** Appeals: the lead case of the relation, its days, and how a prior case ended. */
  lead_docket_number?: string
  date_start?: string
  date_end?: string
  date_filed?: string
  date_disposed?: string
  disposition?: string
}

/** Labels of other cases. */
const LABELS: [RegExp, CaseRelation][] = [
  [/^Lead BK Case(?: (?:No\.?|Number))? ?:/i, 'bankruptcy'],
  [/^Related bankruptcy(?: case)?(?: (?:No\.?|Number))? ?:/i, 'bankruptcy'],
  [/^Lead (?:case|docket)s?(?: (?:No\.?|Number))? ?:/i, 'lead'],
  [/^Member (?:case|docket)s?(?: (?:No\.?|Number))? ?:/i, 'member'],
  [
    /^(?:(?:Related|Associated|Consolidated) )?(?:case|docket)s?(?: (?:No\.?|Number))? ?:/i,
    'related',
  ],
  [/^Cases? in other courts? ?:/i, 'other_court'],
  [/^(?:Appeals? (?:court )?|USCA )(?:case|docket)(?: (?:No\.?|Numbers?))? ?:/i, 'appeal'],
  [/^Magistrate(?: judge)?(?: case)?(?: (?:No\.?|Numbers?)) ?:/i, 'magistrate'],
]

/** Any label, or the heading of a section: what follows a list of cases. */
const NEXT_LABEL =
  /^(?:[A-Z][\w ./'#&()-]{1,60} ?:(?!\d)|(?:Plaintiff|Defendant|Petitioner|Respondent|Movant|Debtor|In Re|V)\b)/i
/** Maximum number of cases; the largest litigations have thousands of members. */
const MAX_CASES = 20_000
/** Maximum length of a line with cases. */
const MAX_LINE = 2_000
/** Links that courts print in place of cases. */
const NO_CASE = /^\(?(?:view|show|see|none|n\/a|all)\b[^\d]{0,60}$/i

/**
 * The other cases in lines of a page.
 *
 * @param lines lines, in page order
 */
export function readRelatedCases(lines: string[]): RelatedCase[] {
  const found: RelatedCase[] = []
  for (const [at, line] of lines.entries()) {
    const [label, relation] = LABELS.find(([form]) => form.test(line)) ?? []
    if (!label || !relation || found.length >= MAX_CASES) continue
    const own = line.replace(label, '').trim()
    const texts = [own, ...linesBelow(lines, at, own !== '')]
    for (const text of IN_COURTS.has(relation) ? withNumbers(texts) : texts)
      found.push(...casesIn(text.slice(0, MAX_LINE), relation))
    if (relation === 'bankruptcy') Object.assign(found.at(-1) ?? {}, leadOf(lines.slice(at + 1)))
  }
  if (found.some(({ relation }) => relation === 'bankruptcy')) return found
  const lead = leadOf(lines)
  if (lead.case_name) found.push({ relation: 'bankruptcy', docket_number: '', ...lead })
  return found
}

/** Relations to cases of other courts, which are printed with the court. */
const IN_COURTS = new Set<CaseRelation>(['other_court', 'appeal'])

/** Lines joined with the next one, if that has the number. */
function withNumbers(lines: string[]): string[] {
  const joined: string[] = []
  for (const line of lines) {
    const last = joined.at(-1)
    if (last && !NUMBER.test(last)) joined[joined.length - 1] = `${last} ${line}`
    else joined.push(line)
  }
  return joined
}

/** The lines of a list that continues below its label. */
function linesBelow(lines: string[], at: number, hasOwn: boolean): string[] {
  let end = at + 1
  while (end < lines.length && isCase(lines[end], hasOwn || end > at + 1)) end++
  return lines.slice(at + 1, end)
}

/** Whether a line continues a list. After the first line, each has the number of a case. */
const isCase = (line: string, isNext: boolean) =>
  !NEXT_LABEL.test(line) && (isNext ? NUMBER.test(line) : true)

/** A number of a case at any court: digits joined with letters and hyphens, at least four. */
const NUMBER = /(?:^|[\s,;(#])((?=(?:[^\s\d]*\d){3})[A-Z\d][\w:/.-]{3,40})(?=[\s,;)]|$)/i

function casesIn(printed: string, relation: CaseRelation): RelatedCase[] {
  // Some courts quote number and court.
  const text = printed.replace(/'([^']{1,100})'/g, '$1')
  if (text === '' || NO_CASE.test(text)) return []
  if (!IN_COURTS.has(relation))
    return text
      .split(/[,;\s]+(?=\d{1,2}:?\d*-?[\w-]*\d|$)/)
      .map((one) => NUMBER.exec(one)?.[1] ?? tidy(one))
      .filter(Boolean)
      .map((number) => ({ relation, docket_number: caseNumber(number) }))
  const comma = text.lastIndexOf(',')
  const last = text.slice(comma + 1).trim()
  const isLast = comma !== -1 && /\d/.test(last) && !/\b(?:court|circuit|county)\b/i.test(last)
  const number = isLast ? last : (NUMBER.exec(text)?.[1] ?? '')
  const court = tidy(isLast ? text.slice(0, comma) : text.replace(number, ' ')).replace(
    /[, ]+\.?$/,
    ''
  )
  return [{ relation, docket_number: caseNumber(number), ...(court && { court }) }]
}

const caseNumber = (printed: string) => docketNumberParts(printed).docket_number

/** Name and chapter of a lead bankruptcy, below its number. A joint debtor is on the next line. */
function leadOf(lines: string[]): Pick<RelatedCase, 'case_name' | 'chapter'> {
  const value = (label: RegExp) => {
    const at = lines.findIndex((one) => label.test(one))
    if (at === -1) return undefined
    const next = /^and [A-Z]/.test(lines[at + 1] ?? '') ? ` ${lines[at + 1]}` : ''
    return tidy(lines[at].replace(label, '') + next)
  }
  const name = value(/^Lead BK Title ?:/i)
  const chapter = value(/^Lead BK Chapter ?:/i)
  return { ...(name && { case_name: name }), ...(chapter && { chapter }) }
}

const APPEAL = /^\d{2}-\d{1,7}$/

/**
 * The prior and associated cases of an appeal.
 *
 * @param section elements of the section, in page order
 */
export function readAppeals(section: Element[]): RelatedCase[] {
  const found: RelatedCase[] = []
  let relation: CaseRelation = 'related'
  for (const row of section.filter(({ tagName }) => tagName === 'tr')) {
    const texts = getRowCells(row).map((cell) => clean(getTextContent(cell)))
    const [first = ''] = texts
    if (texts.length === 1) {
      if (/^(?:Consolidated|Cross)/i.test(first)) relation = 'consolidated'
      else if (/^(?:Related|Companion|Associated)/i.test(first)) relation = 'related'
      const number = first.split(' ')[0]
      if (APPEAL.test(number)) found.push(priorCase(row, number))
      continue
    }
    const [lead, member] = texts.slice(1)
    if (!APPEAL.test(lead ?? '') || !APPEAL.test(member ?? '')) continue
    const [start, end] = texts.slice(3).map(printedDate)
    found.push({
      relation,
      docket_number: member,
      lead_docket_number: lead,
      ...(start && { date_start: start }),
      ...(end && { date_end: end }),
    })
  }
  return found
}

function priorCase(row: Element, number: string): RelatedCase {
  const values = boldValues([...elements(row, 'b')])
  // Some courts print the labels without bold type.
  const plain = clean(getTextContent(row))
  const value = (label: string) =>
    values.get(label) ?? new RegExp(`\\b${label} ?: ?([^:]{1,60})`, 'i').exec(plain)?.[1] ?? ''
  const filed = printedDate(value('date filed'))
  const disposed = printedDate(value('date disposed'))
  const disposition = values.get('disposition')
  return {
    relation: 'prior',
    docket_number: number,
    ...(filed && { date_filed: filed }),
    ...(disposed && { date_disposed: disposed }),
    ...(disposition && { disposition }),
  }
}
