import type { Reader } from '#app/database/reader'
import type { LocatedCitation } from './located_citations.js'
import { matchCitations, type MatchedOn } from './match_citations.js'

/** Maximum number of citations per request. */
export const MAX_CITATIONS = 250

/** Maximum number of clusters per citation; only tables of decisions have more on a page. */
const MAX_CLUSTERS = 100

export const STATUSES = [200, 300, 400, 404, 429] as const

/** Result for a citation (specification, Citation lookup 2). */
export interface LookedUpCitation {
  readonly located: LocatedCitation
  readonly status: (typeof STATUSES)[number]
  readonly error: string
  readonly normalized: readonly string[]
  /** IDs of clusters, newest first. */
  readonly clusters: readonly string[]
  readonly matchedOn: MatchedOn | null
}

/** Looks up citations, at most `MAX_CITATIONS`. */
export async function lookUp(
  reader: Pick<Reader, 'rows'>,
  citations: readonly LocatedCitation[]
): Promise<LookedUpCitation[]> {
  const matches = await matchCitations(reader, citations)
  return citations.map((located, place) => {
    const { volume, reporter, reporters, page } = located
    const without = withoutClusters(located)
    const found = matches[place]!
    if (!reporters.length)
      return {
        ...without,
        status: 400,
        error: `Unable to find reporter with abbreviation of '${reporter}'`,
      }
    const clusters = found.clusters.slice(0, MAX_CLUSTERS)
    if (!clusters.length)
      return {
        ...without,
        status: 404,
        error: `Citation not found: '${volume} ${reporter} ${page}'`,
      }
    const status = clusters.length > 1 ? 300 : 200
    return { ...without, status, error: '', clusters, matchedOn: found.matchedOn }
  })
}

/** Returns the result for a citation beyond `MAX_CITATIONS`, which is only normalized. */
export function beyondLimit(located: LocatedCitation): LookedUpCitation {
  return { ...withoutClusters(located), status: 429, error: 'Too many citations requested.' }
}

function withoutClusters(located: LocatedCitation) {
  const { volume, reporters, page } = located
  const normalized = reporters.map((name) => `${volume} ${name} ${page}`)
  return { located, normalized, clusters: [], matchedOn: null }
}
