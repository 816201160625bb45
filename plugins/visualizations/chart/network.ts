/** A network of decisions in the form that charts use. */
import type { NetworkData } from '../network/network_data.js'

export interface Decision {
  id: number
  name: string
  shortName: string
  path: string
  /** ISO date. */
  dateFiled: string
  /** Code of the Supreme Court Database; null if unknown. */
  direction: number | null
  majority: number | null
  minority: number | null
  /** Number of decisions in the network that cite it. */
  citedBy: number
}

export interface Link {
  citing: number
  cited: number
}

export interface Network {
  /** Sorted by date. */
  decisions: Decision[]
  links: Link[]
}

/** Converts a stored network (tags-visualizations 2.3). */
export function readNetwork({ opinion_clusters: clusters }: NetworkData): Network {
  const decisions = clusters.map((cluster) => ({
    id: cluster.id,
    name: cluster.case_name,
    shortName: cluster.case_name_short || cluster.case_name,
    path: cluster.absolute_url,
    dateFiled: cluster.date_filed,
    direction: cluster.decision_direction,
    majority: cluster.votes_majority,
    minority: cluster.votes_minority,
    citedBy: cluster.citation_count,
  }))
  const links = clusters.flatMap(({ id, sub_opinions: opinions }) =>
    opinions.flatMap(({ opinions_cited: cited }) =>
      Object.keys(cited).map((key) => ({ citing: id, cited: Number(key) }))
    )
  )
  decisions.sort((a, b) => a.dateFiled.localeCompare(b.dateFiled) || a.id - b.id)
  return { decisions, links }
}

/**
 * The number of citations on the shortest path between a decision and each of the others.
 *
 * @param way `back` follows cited decisions, `on` citing ones
 */
export function distancesFrom(
  { links }: Network,
  id: number,
  way: 'back' | 'on'
): Map<number, number> {
  const next = new Map<number, number[]>()
  for (const { citing, cited } of links) {
    const [from, to] = way === 'back' ? [citing, cited] : [cited, citing]
    next.set(from, [...(next.get(from) ?? []), to])
  }
  const distances = new Map([[id, 0]])
  for (const [here, distance] of distances)
    for (const to of next.get(here) ?? []) if (!distances.has(to)) distances.set(to, distance + 1)
  return distances
}
