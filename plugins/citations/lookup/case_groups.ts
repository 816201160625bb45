import type { Citation } from '#app/citations/citation'
import type { Cluster } from '#app/citations/resolve'

/** Whether a citation is one of a case, in full. */
export function isCase({ kind }: Citation): boolean {
  return kind === 'case' || kind === 'parallel' || kind === 'neutral'
}

/** The cases among the authorities of a text, each with its parallel reports. */
export function caseGroups(clusters: readonly Cluster[]): Cluster[][] {
  const places = new Map<number, number>()
  const groups: Cluster[][] = []
  for (const [place, cluster] of clusters.entries()) {
    if (!isCase(cluster.authority)) continue
    const known = cluster.parallelTo === undefined ? undefined : places.get(cluster.parallelTo)
    const isParallel =
      known !== undefined && !groups[known]?.some((one) => inOneSeries(one, cluster))
    const group = isParallel ? known : groups.length
    places.set(place, group)
    ;(groups[group] ??= []).push(cluster)
  }
  return groups
}

/** A case has one place in a series of reports: `1 U.S. 1, 2 U.S. 2` are two cases. */
function inOneSeries({ authority: one }: Cluster, { authority: other }: Cluster): boolean {
  return (one.edition ?? one.editions[0])?.name === (other.edition ?? other.editions[0])?.name
}
