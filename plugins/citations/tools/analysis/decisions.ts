/**
 * Decisions in results of citation tools.
 */
import type { JsonSchema } from '#app/tools/define_tool'

/** A cluster in the response of the lookup. */
interface FoundCluster {
  id: number
  absolute_url: string
  case_name: string
  case_name_short: string
  case_name_full: string
  date_filed: string
  citation_count: number
  citations: { volume: string; reporter: string; page: string }[]
}

/** A citation in the response of the lookup. */
export interface LookupItem {
  citation: string
  normalized_citations: string[]
  status: number
  error_message: string
  clusters: FoundCluster[]
  matched_on?: string | null
}

export interface Decision extends Record<string, unknown> {
  cluster_id: number
  case_name: string
  date_filed: string
  citation_count: number
  citations: string[]
  url: string
}

/** Schema of a decision. */
export const DECISION: JsonSchema = {
  type: 'object',
  properties: {
    cluster_id: { type: 'integer' },
    case_name: { type: 'string' },
    date_filed: { type: ['string', 'null'] },
    citation_count: { type: 'integer' },
    citations: { type: 'array', items: { type: 'string' } },
    url: { type: 'string' },
  },
  required: ['cluster_id', 'case_name', 'url'],
}

/** @param origin scheme and host of the caller */
export function toCitedDecision(cluster: FoundCluster, origin: string): Decision {
  const { citations } = cluster
  return {
    cluster_id: cluster.id,
    case_name: cluster.case_name,
    date_filed: cluster.date_filed,
    citation_count: cluster.citation_count,
    citations: citations.map(({ volume, reporter, page }) => `${volume} ${reporter} ${page}`),
    url: origin + cluster.absolute_url,
  }
}

/** Returns all names of a decision. */
export function getClusterNames(cluster: FoundCluster): string[] {
  const { case_name: name, case_name_short: short, case_name_full: long } = cluster
  return [name, short, long].filter(Boolean)
}

/** Whether decisions have the same name, ignoring case, punctuation, and the spelling of `v.`. */
export function haveOneName(clusters: readonly { case_name: string }[]): boolean {
  return new Set(clusters.map(({ case_name: name }) => plain(name))).size === 1
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\b(?:vs?\.?|versus)(?=\s)/g, 'v')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns the most cited decision; of equally cited ones, the earliest. */
export function mostCited<T extends Pick<FoundCluster, 'citation_count' | 'date_filed' | 'id'>>(
  clusters: readonly T[]
): T {
  return clusters.toSorted(
    (a, b) =>
      b.citation_count - a.citation_count ||
      (a.date_filed < b.date_filed ? -1 : a.date_filed > b.date_filed ? 1 : a.id - b.id)
  )[0]!
}
