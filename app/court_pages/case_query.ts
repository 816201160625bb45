import { readCaseHead, type CaseHead } from './case_head.js'
import { harmonize } from './case_names.js'
import { numericDate } from './dates.js'
import { docketNumberParts, type DocketNumberParts } from './docket_numbers.js'
import { parseHtml } from './tree.js'

/** A case as summarized on a court's query page; values that aren't printed are absent. */
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
  /** Also the date of a debtor's discharge, which the archive stores under this name. */
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

/** Placeholder cases that the clerk uses internally contain an instruction. */
const PLACEHOLDER =
  /only applications for admission|only requests for a certificate of good standing|do not post in this case|Control F\b/i

/** Links to the reports on one case, which only this page lists. */
const MENU = /\bqry(?:Alias|Attorneys|Parties|Summary)\.pl\?\d/i

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
  const head = isCaseQuery(source) ? readCaseHead(parseHtml(source)) : null
  if (!head?.name || PLACEHOLDER.test(head.text)) return null
  return {
    court_id: court,
    ...docketNumberParts(head.number),
    case_name: harmonize(head.name),
    case_name_raw: head.name,
    ...labelledValues(head),
    ...(head.presiding && { assigned_to_str: head.presiding }),
    ...(head.referral && { referred_to_str: head.referral }),
    ...(head.relatedCases && { related_cases_str: head.relatedCases }),
  }
}

function labelledValues({ labels }: CaseHead): Partial<CaseQuery> {
  const found: Partial<Record<keyof CaseQuery, string>> = {}
  for (const [label, value] of labels) {
    const date = DATES.find(([form]) => form.test(label))?.[1]
    const text = TEXTS.find(([form]) => form.test(label))?.[1]
    const day = date && numericDate(value)
    if (date && day) found[date] = day
    else if (text && value) found[text] = value
  }
  return found as Partial<CaseQuery>
}
