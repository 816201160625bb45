/** Compares the citations of a brief with decisions, in a thread. */
import type { BriefCitation } from './brief_citations.js'
import {
  checkDecision,
  findAnchor,
  toState,
  type Check,
  type CheckedDecision,
  type CheckState,
} from './checks.js'
import { pagedWords, type PagedWords } from './paged_text.js'
import type { StoredDecision } from './read_decisions.js'

export interface CheckTask {
  citations: BriefCitation[]
  /** IDs of the decisions of each full citation; null for an unknown reporter. */
  candidates: (readonly string[] | null)[]
  decisions: Map<string, StoredDecision>
}

export default function check({ citations, candidates, decisions }: CheckTask): CheckedCitation[] {
  const words = new Map<StoredDecision, PagedWords[]>()
  const compared = candidates.map(
    (keys, place) =>
      keys &&
      keys.flatMap((key) => {
        const decision = decisions.get(key)
        return decision ? toChecked(decision, citations[place]!, words) : []
      })
  )
  return checkCitations(citations, compared)
}

function toChecked(
  decision: StoredDecision,
  { located }: BriefCitation,
  known: Map<StoredDecision, PagedWords[]>
): CheckedDecision {
  const { volume, reporters, page } = located!
  const report = decision.reports.find(
    (one) => one.volume === volume && reporters.includes(one.reporter)
  )
  const firstPage = report?.page ?? page
  const opinions = known.get(decision) ?? wordsOfOpinions(decision)
  known.set(decision, opinions)
  const opinionIds = decision.opinions.map(({ id }) => id)
  return { ...decision, firstPage, lastPage: lastPageOf(opinions, firstPage), opinions, opinionIds }
}

/** The texts of a decision, each of which begins on the last page of the previous text. */
function wordsOfOpinions({ opinions, reports }: StoredDecision): PagedWords[] {
  let page = reports[0]?.page ?? ''
  return opinions.map(({ text, isHtml }) => {
    const words = pagedWords(text, isHtml, page)
    const [first, second] = words.pages
    // The first break shows whose pages these are.
    if (first && second && Number(second.page) > 1) {
      const start = reports.find((report) => isNext(report.page, second.page))
      if (start && page === reports[0]?.page) first.page = start.page
    }
    page = words.pages.at(-1)!.page
    return words
  })
}

const isNext = (start: string, page: string) => {
  const gap = Number(page) - Number(start)
  return gap >= 0 && gap <= 2
}

/** The last page, if the breaks in the texts are those of the cited report. */
function lastPageOf(opinions: readonly PagedWords[], firstPage: string): string | null {
  const [start] = opinions[0]?.pages ?? []
  // Texts without breaks begin on the page where the previous one ends.
  const broken = opinions.filter(({ pages }) => pages.length > 1)
  if (!start || !broken.length || !isNext(firstPage, start.page)) return null
  if (!broken.every(({ pages: [first, second] }) => isNext(first!.page, second!.page))) return null
  const pages = broken.flatMap((opinion) => opinion.pages.map(({ page }) => Number(page)))
  return String(Math.max(...pages.filter((page) => !Number.isNaN(page))))
}

export interface CheckedCitation {
  state: CheckState
  /** Place of the decision among the candidates; null without one. */
  decision: number | null
  checks: Check[]
  anchor: string | null
}

/**
 * @param candidates decisions of each full citation; null for an unknown reporter
 * @returns a result for each citation
 */
function checkCitations(
  citations: readonly BriefCitation[],
  candidates: readonly (readonly CheckedDecision[] | null)[]
): CheckedCitation[] {
  const chosen = new Map<number, number>()
  return citations.map((citation, place) => {
    const { kind, full, cited } = citation
    if (kind === 'law') return without('statute_recognized')
    if (kind === 'unknown') return without('reporter_unknown')
    const found = full === null ? [] : candidates[full]
    if (found === null) return without('reporter_unknown')
    if (!found?.length) return without(full === null ? 'not_compared' : 'not_in_archive')
    const results = found.map((decision) => checkDecision(cited, decision))
    const known = full === place ? undefined : chosen.get(full!)
    const decision = known ?? choose(results)
    if (decision === undefined) return without('ambiguous')
    chosen.set(place, decision)
    if (full !== null && full === place) chosen.set(full, decision)
    const checks = results[decision]!
    const anchor = findAnchor(cited, found[decision]!)
    return { state: toState(checks), decision, checks, anchor }
  })
}

/** A result without a decision. */
function without(state: CheckState): CheckedCitation {
  return { state, decision: null, checks: [], anchor: null }
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
