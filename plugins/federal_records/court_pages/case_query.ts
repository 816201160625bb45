import { harmonize } from './case_names.js'
import { numericDate } from './dates.js'
import { docketNumberParts, type DocketNumberParts } from './docket_numbers.js'
import { boldValues } from './page_sections.js'
import { clean } from './text.js'
import {
  childrenOf,
  elements,
  firstElement,
  parseHtml,
  rawText,
  tagOf,
  textOf,
  type Element,
} from './tree.js'

/** A case as the query page of a court summarizes it; what is not printed is absent. */
export interface CaseQuery extends DocketNumberParts {
  court_id: string
  case_name: string
  case_name_raw: string
  /** Judges as printed. */
  assigned_to_str?: string
  referred_to_str?: string
  related_cases_str?: string
  date_filed?: string
  date_terminated?: string
  date_last_filing?: string
  /** Bankruptcy. */
  case_type?: string
  chapter?: string
  asset?: string
  vol?: string
  related_bankruptcy?: string
  date_plan_confirmed?: string
  /** Also the date of a debtor's discharge, which the archive keeps under this name. */
  date_debtor_dismissed?: string
  date_joint_debtor_dismissed?: string
  date_discharged?: string
}

const DATES: [RegExp, keyof CaseQuery][] = [
  [/^Date filed$/i, 'date_filed'],
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

/** Cases that the clerk uses for something else carry an instruction. */
const PLACEHOLDER =
  /only applications for admission|only requests for a certificate of good standing|do not post in this case|Control F\b/i

/** Links to the reports on one case, which only this page lists. */
const MENU = /\bqry(?:Alias|Attorneys|Parties|Summary)\.pl\?\d/i

/** Centered elements that are looked at. */
const MAX_HEADS = 50

const NUMBER = /^(?:\d{1,2}:)?(?:\d-)?\d{2}-[\w-]{2,40}$/

/** Whether a page is the summary of a case on the query page. */
export const isCaseQuery = (source: string): boolean => /<center/i.test(source) && MENU.test(source)

/**
 * The summary of a case on the query page of a court.
 *
 * @param source the page
 * @param court the court's ID in the system
 * @returns the summary; null for a sealed or placeholder case, and for any other page
 */
export function parseCaseQuery(source: string, court: string): CaseQuery | null {
  const head = readHead(source)
  if (!head) return null
  const { center, number } = head
  const name = nameIn(center)
  if (!name || PLACEHOLDER.test(clean(textOf(center)))) return null
  return {
    court_id: court,
    ...docketNumberParts(number),
    case_name: harmonize(name),
    case_name_raw: name,
    ...labelled(center),
    ...judgesOf(center),
  }
}

/** The centered head of the page, with the case's number. */
function readHead(source: string): { center: Element; number: string } | null {
  if (!isCaseQuery(source)) return null
  for (const center of [...elements(parseHtml(source), 'center')].slice(0, MAX_HEADS)) {
    const bold = firstElement(center, 'b')
    const number = bold ? clean(textOf(bold)).split(' ')[0] : ''
    if (NUMBER.test(number)) return { center, number }
  }
  return null
}

/** The line after the number, up to a break or a label. */
function nameIn(center: Element): string {
  const nodes = childrenOf(center)
  const bold = nodes.findIndex((node) => tagOf(node) === 'b')
  let name = ''
  for (const node of nodes.slice(bold + 1)) {
    const isLabel = tagOf(node) === 'b' && clean(textOf(node)) !== ''
    if (tagOf(node) === 'br' || tagOf(node) === 'p' || isLabel) break
    name += rawText(node) ?? textOf(node)
  }
  return clean(name)
}

function labelled(center: Element): Partial<CaseQuery> {
  const found: Partial<Record<keyof CaseQuery, string>> = {}
  for (const [label, value] of boldValues([...elements(center, 'b')])) {
    const date = DATES.find(([form]) => form.test(label))?.[1]
    const text = TEXTS.find(([form]) => form.test(label))?.[1]
    const day = date && numericDate(value)
    if (date && day) found[date] = day
    else if (text && value) found[text] = value
  }
  return found as Partial<CaseQuery>
}

/** Lines `Jane Doe, presiding` and `John Roe, referral`, and related cases. */
function judgesOf(center: Element): Partial<CaseQuery> {
  const lines = plainLines(center)
  const ending = (end: string) => lines.find((line) => line.endsWith(end))?.slice(0, -end.length)
  const presiding = ending(', presiding')
  const referral = ending(', referral')
  const related = lines.find((line) => /^Related cases?:/i.test(line))
  return {
    ...(presiding && { assigned_to_str: presiding }),
    ...(referral && { referred_to_str: referral }),
    ...(related && { related_cases_str: related.slice(related.indexOf(':') + 1).trim() }),
  }
}

/** Texts of the lines of the head, whatever element holds them. */
function plainLines(center: Element): string[] {
  const lines = ['']
  const visit = (parent: Element) => {
    for (const node of childrenOf(parent)) {
      if (tagOf(node) === 'br') lines.push('')
      else if (tagOf(node) === 'p') {
        lines.push('')
        visit(node as Element)
      } else lines[lines.length - 1] += textOf(node)
    }
  }
  visit(center)
  return lines.map(clean).filter(Boolean)
}
