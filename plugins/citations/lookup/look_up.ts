import type { Reader } from '#app/database/reader'
import type { LocatedCitation } from './located_citations.js'
import { matchCitations, type MatchedOn } from './match_citations.js'

/** Citations that one request resolves. */
export const MAX_CITATIONS = 250

/** Clusters of one citation; more share a page of a table of decisions only. */
const MAX_CLUSTERS = 100

export const STATUSES = [200, 300, 400, 404, 429] as const

/** What became of a citation (citation-lookup 2). */
export interface LookedUpCitation {
  readonly located: LocatedCitation
  readonly status: (typeof STATUSES)[number]
  readonly error: string
  readonly normalized: readonly string[]
  /** Keys of clusters, newest first. */
  readonly clusters: readonly string[]
  readonly matchedOn: MatchedOn | null
}

/** Looks up citations, of which those beyond the most of one request are only normalized. */
export async function lookUp(
  reader: Pick<Reader, 'rows'>,
  citations: readonly LocatedCitation[]
): Promise<LookedUpCitation[]> {
  const matches = await matchCitations(reader, citations.slice(0, MAX_CITATIONS))
  return citations.map((located, place) => {
    const { volume, reporter, reporters, page } = located
    const normalized = reporters.map((name) => `${volume} ${name} ${page}`)
    const without = { located, normalized, clusters: [], matchedOn: null }
    const found = matches[place]
    if (!found) return { ...without, status: 429, error: 'Too many citations requested.' }
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
    return { located, normalized, status, error: '', clusters, matchedOn: found.matchedOn }
  })
}
