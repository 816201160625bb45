/** The result of a brief check as data: for downloads, tools, and `include=checks`. */
import { CodePoints } from '#app/citations/code_points'
import {
  countStates,
  type BriefResult,
  type Check,
  type CheckState,
  type FoundDecision,
} from './checks.js'

/** The check of a citation as in `POST /citation-lookup/`. */
export interface CheckItem {
  state: CheckState
  cluster_id: number | null
  checks: Check[]
}

/** The check of a citation as in `POST /citation-lookup/`. */
export function toCheckItem({ state, decision, checks }: BriefResult): CheckItem {
  return { state, cluster_id: decision?.id ?? null, checks }
}

/** A report with the keys of `POST /citation-lookup/` where it has the same values. */
export interface BriefReport extends Record<string, unknown> {
  /** Number of citations by state, problems first. */
  states: Partial<Record<CheckState, number>>
  /** In the order of the text. */
  citations: ReportedCitation[]
}

interface ReportedCitation extends Record<string, unknown> {
  /** The decision, or those that an ambiguous citation can mean. */
  candidates: ReportedDecision[]
}

interface ReportedDecision {
  cluster_id: number
  absolute_url: string
  case_name: string
  court: string
  year: number
}

/** @param text whose positions the results have, in UTF-16 units */
export function buildBriefReport(text: string, results: readonly BriefResult[]): BriefReport {
  const points = new CodePoints(text)
  return {
    states: Object.fromEntries(countStates(results)),
    citations: results.map((result) => {
      const { start, end } = points.span(result)
      const { citation, kind, name, decision, candidates } = result
      return {
        citation,
        kind,
        start_index: start,
        end_index: end,
        cited_name: name,
        check: toCheckItem(result),
        candidates: (decision ? [decision] : candidates).map(toCandidate),
      }
    }),
  }
}

function toCandidate({ id, path, name, court, year }: FoundDecision): ReportedDecision {
  return { cluster_id: id, absolute_url: path, case_name: name, court, year }
}
