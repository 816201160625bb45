/** The states of a checked citation, and how its parts are compared with a decision. */
import { areNamesAlike } from '#app/citations/case_names/compare_names'
import { findQuotation, type QuotedPlace } from './find_quotation.js'
import type { PagedWords } from './paged_text.js'

/** The compared facts, in the order in which problems are listed. */
const CHECKS = ['name', 'year', 'court', 'page', 'quotation'] as const
export type CheckName = (typeof CHECKS)[number]

/** States of a citation, problems first. */
export const STATES = [
  'quotation_not_found',
  'name_differs',
  'year_differs',
  'court_differs',
  'page_out_of_range',
  'ambiguous',
  'not_in_archive',
  'reporter_unknown',
  'statute_recognized',
  'not_compared',
  'all_match',
] as const
export type CheckState = (typeof STATES)[number]

/** Schema of the result of a citation's checks. */
export const CHECK_SCHEMA = {
  properties: {
    state: { type: 'string', enum: STATES },
    cluster_id: { type: ['integer', 'null'] },
    checks: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          check: { type: 'string', enum: CHECKS },
          matches: { type: 'boolean' },
          cited: { type: 'string', description: 'In the text.' },
          archived: { type: 'string', description: 'In the archive.' },
        },
        required: ['check', 'matches', 'cited', 'archived'],
      },
    },
  },
  required: ['state', 'cluster_id', 'checks'],
}

const DIFFERENCES: Record<CheckName, CheckState> = {
  name: 'name_differs',
  year: 'year_differs',
  court: 'court_differs',
  page: 'page_out_of_range',
  quotation: 'quotation_not_found',
}

export interface Check {
  check: CheckName
  /** Null if the brief or the archive lacks what would be compared. */
  matches: boolean | null
  /** In the brief. */
  cited: string
  /** In the archive; for a quotation, the page where it is. */
  archived: string
}

/** The facts that a brief states about a decision. */
export interface CitedFacts {
  name: string | null
  /** Whether the name is that of a short form. */
  isShort: boolean
  year: number | null
  /** ID of the court. */
  court: string | null
  /** First and last cited page. */
  pages: [first: string, last: string] | null
  quotations: { text: string; omitsCitations: boolean }[]
}

/** A decision in the archive. */
export interface CheckedDecision {
  names: string[]
  year: number
  /** The court and those above and below it, because citations name either. */
  courts: readonly string[]
  courtText: string
  firstPage: string
  /** The last page, if the text has page breaks. */
  lastPage: string | null
  opinions: PagedWords[]
  /** IDs of the opinions. */
  opinionIds: readonly number[]
}

/** Compares a citation with a decision. */
export function checkDecision(cited: CitedFacts, decision: CheckedDecision): Check[] {
  const { name, isShort, year, court, pages, quotations } = cited
  const [shown = ''] = decision.names
  return [
    {
      check: 'name',
      matches: name === null ? null : areNamesAlike(name, decision.names, { isShort }),
      cited: name ?? '',
      archived: shown,
    },
    {
      check: 'year',
      matches: year === null ? null : year === decision.year,
      cited: year === null ? '' : String(year),
      archived: String(decision.year),
    },
    {
      check: 'court',
      matches: court === null ? null : decision.courts.includes(court),
      cited: court ?? '',
      archived: decision.courtText,
    },
    checkPages(pages, decision),
    ...quotations.map((quotation) => checkQuotation(quotation, pages, decision)),
  ]
}

/** Fragment of the first cited page in the page of the decision. */
export function findAnchor(
  { pages }: CitedFacts,
  { opinions, opinionIds }: CheckedDecision
): string | null {
  if (!pages) return null
  // No break precedes the first page of an opinion.
  const place = opinions.findIndex(({ pages: found }) =>
    found.slice(1).some(({ page }) => page === pages[0])
  )
  return place === -1 ? null : `opinion-${opinionIds[place]}-page-${pages[0]}`
}

/** The first difference as the state of the citation. */
export function toState(checks: readonly Check[]): CheckState {
  const different = checks.find(({ matches }) => matches === false)
  if (different) return DIFFERENCES[different.check]
  return checks.some(({ matches }) => matches) ? 'all_match' : 'not_compared'
}

function checkPages(pages: CitedFacts['pages'], decision: CheckedDecision): Check {
  const { firstPage, lastPage } = decision
  return {
    check: 'page',
    matches: pages && isWithin(pages, firstPage, lastPage),
    cited: pages ? rangeText(...pages) : '',
    archived: lastPage === null ? firstPage : rangeText(firstPage, lastPage),
  }
}

const rangeText = (first: string, last: string) => (first === last ? first : `${first}–${last}`)

/** @returns null if the last page is unknown and the first one isn't before the decision */
function isWithin(
  [first, last]: [string, string],
  start: string,
  end: string | null
): boolean | null {
  const [from, to, begin] = [first, last, start].map(Number)
  if ([from, to, begin].some(Number.isNaN)) return null
  if (from! < begin!) return false
  if (end === null || Number.isNaN(Number(end))) return null
  return to! <= Number(end)
}

function checkQuotation(
  { text, omitsCitations }: CitedFacts['quotations'][number],
  pages: CitedFacts['pages'],
  { opinions, lastPage }: CheckedDecision
): Check {
  const cited = `“${text}”`
  if (!opinions.length) return { check: 'quotation', matches: null, cited, archived: '' }
  const places = opinions.flatMap((opinion) => findQuotation(opinion, text, omitsCitations))
  const comparesPages = pages !== null && lastPage !== null
  const isThere = places.some((place) => !comparesPages || isOnPages(place, pages))
  return {
    check: 'quotation',
    matches: isThere,
    cited,
    archived: isThere || !places.length ? '' : `page ${placeText(places[0]!)}`,
  }
}

const placeText = ({ firstPage, lastPage }: QuotedPlace) => rangeText(firstPage, lastPage)

/** Whether a quotation is on the cited pages. */
function isOnPages(place: QuotedPlace, [first, last]: [string, string]): boolean {
  const [from, to] = [Number(place.firstPage), Number(place.lastPage)]
  if (Number.isNaN(from) || Number.isNaN(to)) return true
  return from >= Number(first) && to <= Number(last)
}

/** Kinds of citations in a brief. */
export const KINDS = ['case', 'short', 'id', 'supra', 'law', 'unknown'] as const
export type CitationKind = (typeof KINDS)[number]

/** A decision that was found. */
export interface FoundDecision {
  id: number
  path: string
  name: string
  court: string
  year: number
}

export interface BriefResult {
  kind: CitationKind
  citation: string
  /** UTF-16 units in the text. */
  start: number
  end: number
  /** The name in the brief. */
  name: string | null
  state: CheckState
  decision: FoundDecision | null
  /** Of an ambiguous citation. */
  candidates: FoundDecision[]
  checks: Check[]
  /** What the citation states and the archive lacks. */
  uncompared: Pick<Check, 'check' | 'cited'>[]
  /** Fragment of the cited page in the page of the decision; null if its text has no such break. */
  anchor: string | null
}

/** Number of citations by state, problems first. */
export function countStates(results: readonly BriefResult[]): [state: CheckState, count: number][] {
  const counts = new Map<CheckState, number>()
  for (const { state } of results) counts.set(state, (counts.get(state) ?? 0) + 1)
  return STATES.flatMap((state) => (counts.has(state) ? [[state, counts.get(state)!]] : []))
}
