/**
 * Rows derived from the citations of a text.
 */
import type { Authority, Match } from './cited_clusters.js'
import type { Link } from './link_text.js'
import {
  type CitedCase,
  type CitedStatute,
  type Report,
  remarkScore,
  type StatedTreatment,
} from './read_text.js'

export interface WantedEdge {
  readonly cluster: number
  readonly cited: number
  readonly depth: number
}

export interface WantedRemark {
  readonly described: number
  readonly text: string
  readonly score: number
}

export interface WantedTreatment extends StatedTreatment {
  readonly described: number
}

export interface WantedUnmatched {
  readonly volume: string
  readonly reporter: string
  readonly page: string
  readonly type: number
  /** Status code of the contract. */
  readonly status: number
  readonly citation_string: string
  readonly court_id: string
  readonly year: number | null
}

export interface WantedRows {
  readonly edges: readonly WantedEdge[]
  readonly remarks: readonly WantedRemark[]
  readonly treatments: readonly WantedTreatment[]
  readonly unmatched: readonly WantedUnmatched[]
  readonly statutes: readonly CitedStatute[]
  /** Matched citations, as returned by `keyOfCitation`. */
  readonly matched: ReadonlySet<string>
}

export const STATUS = { notFound: 1, linked: 3, ambiguous: 4 } as const

export const NOTHING: WantedRows = {
  edges: [],
  remarks: [],
  treatments: [],
  unmatched: [],
  statutes: [],
  matched: new Set(),
}

/** @param cluster cluster of the opinion; citations of itself are ignored */
export function wantedRows(
  cluster: number,
  cases: readonly CitedCase[],
  matches: readonly Match[]
): Omit<WantedRows, 'statutes'> {
  const edges = new Map<number, WantedEdge>()
  const remarks = new Map<string, WantedRemark>()
  const treatments = new Map<string, WantedTreatment>()
  const unmatched = new Map<string, WantedUnmatched>()
  const matched = new Set<string>()
  for (const [place, one] of cases.entries()) {
    const match = matches[place]!
    if (typeof match === 'string') {
      const status = match === 'ambiguous' ? STATUS.ambiguous : STATUS.notFound
      for (const row of one.reports.flatMap((report) => unmatchedOf(report, status)))
        unmatched.set(keyOfCitation(row), row)
      continue
    }
    for (const row of one.reports.flatMap((report) => unmatchedOf(report, STATUS.linked)))
      matched.add(keyOfCitation(row))
    if (match.cluster === cluster) continue
    for (const [cited, depth] of depths(one, match)) {
      const known = edges.get(cited)?.depth ?? 0
      edges.set(cited, { cluster: match.cluster, cited, depth: known + depth })
    }
    const [described] = targets(one, match)
    for (const text of one.remarks)
      remarks.set(`${described} ${text}`, { described: described!, text, score: remarkScore(text) })
    for (const treatment of one.treatments) {
      const key = `${described} ${treatment.kind}`
      if (!treatments.has(key)) treatments.set(key, { described: described!, ...treatment })
    }
  }
  return {
    edges: [...edges.values()],
    remarks: [...remarks.values()],
    treatments: [...treatments.values()],
    unmatched: [...unmatched.values()],
    matched,
  }
}

export function keyOfCitation({
  volume,
  reporter,
  page,
}: Pick<WantedUnmatched, 'volume' | 'reporter' | 'page'>): string {
  return [volume, reporter, page].join('\n')
}

/** Returns the link for citations of a case; null for cases without a cluster. */
export function linkTo(one: CitedCase, match: Match): Link | null {
  if (typeof match === 'string') return null
  const { cluster, slug } = match
  const path = slug ? `/opinion/${cluster}/${encodeURIComponent(slug)}/` : `/opinion/${cluster}/`
  return { opinion: targets(one, match)[0]!, path }
}

/** Returns the opinions that existing links refer to, or the lead opinion. */
function targets({ linked }: CitedCase, { opinions }: Authority): number[] {
  const named = opinions.filter((opinion) => linked.includes(opinion))
  return named.length ? named : [opinions[0]!]
}

/** Returns the number of references to each opinion; unlinked references count for the first. */
function depths(one: CitedCase, match: Authority): [opinion: number, depth: number][] {
  const [first, ...others] = targets(one, match)
  const named = others.map((opinion): [number, number] => [
    opinion,
    one.linked.filter((linked) => linked === opinion).length,
  ])
  const rest = one.depth - named.reduce((sum, [, depth]) => sum + depth, 0)
  return [[first!, Math.max(rest, 1)], ...named]
}

/** Returns a row for each reporter that an ambiguous abbreviation can mean. */
function unmatchedOf(
  { volume, reporters, page, type, text, court, year }: Report,
  status: number
): WantedUnmatched[] {
  return reporters.map((reporter) => ({
    volume,
    reporter,
    page,
    type,
    status,
    citation_string: text,
    court_id: court,
    year,
  }))
}
