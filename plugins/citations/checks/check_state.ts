/** The state of each citation of a brief, compared with the decisions that were found. */
import type { BriefCitation } from './brief_citations.js'
import {
  checkDecision,
  toState,
  type Check,
  type CheckedDecision,
  type CheckState,
} from './checks.js'

export interface CheckedCitation {
  state: CheckState
  /** Place of the decision among the candidates; null without one. */
  decision: number | null
  checks: Check[]
}

/**
 * @param candidates decisions of each full citation; null for an unknown reporter
 * @returns a result for each citation
 */
export function checkCitations(
  citations: readonly BriefCitation[],
  candidates: readonly (readonly CheckedDecision[] | null)[]
): CheckedCitation[] {
  const chosen = new Map<number, number>()
  return citations.map((citation, place) => {
    const { kind, full, cited } = citation
    if (kind === 'law') return { state: 'statute_recognized', decision: null, checks: [] }
    if (kind === 'unknown') return { state: 'reporter_unknown', decision: null, checks: [] }
    const found = full === null ? [] : candidates[full]
    if (found === null) return { state: 'reporter_unknown', decision: null, checks: [] }
    if (!found?.length)
      return {
        state: full === null ? 'not_compared' : 'not_in_archive',
        decision: null,
        checks: [],
      }
    const results = found.map((decision) => checkDecision(cited, decision))
    const known = full === place ? undefined : chosen.get(full!)
    const decision = known ?? choose(results)
    if (decision === undefined) return { state: 'ambiguous', decision: null, checks: [] }
    chosen.set(place, decision)
    if (full !== null && full === place) chosen.set(full, decision)
    const checks = results[decision]!
    return { state: toState(checks), decision, checks }
  })
}

/** Of several decisions on a page, the only one whose name and year agree. */
function choose(results: readonly Check[][]): number | undefined {
  if (results.length === 1) return 0
  const agree = results.flatMap((checks, place) => {
    const [name] = checks
    return name!.matches && checks.every(({ matches }) => matches !== false) ? place : []
  })
  if (agree.length === 1) return agree[0]
  const named = results.flatMap((checks, place) => (checks[0]!.matches ? place : []))
  return named.length === 1 ? named[0] : undefined
}
