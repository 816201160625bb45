import type { Decision, Link, Network } from './network.js'

/**
 * The links a genealogy shows in full: of each decision, the one to the most
 * recent decision it cites with the same direction, or else to the most recent
 * one. A decision without such a link gets one to the first that cites it
 * (tags-visualizations 2.4).
 */
export function mainLinks({ decisions, links }: Network): Set<Link> {
  const byId = new Map(decisions.map((decision) => [decision.id, decision]))
  const main = new Set<Link>()
  for (const decision of decisions) {
    const cited = links.filter(({ citing }) => citing === decision.id)
    const found = best(decision, cited, (link) => byId.get(link.cited)!, 'latest')
    if (found) main.add(found)
  }
  const linked = new Set([...main].flatMap(({ citing, cited }) => [citing, cited]))
  for (const decision of decisions) {
    if (linked.has(decision.id)) continue
    const citing = links.filter(({ cited }) => cited === decision.id)
    const found = best(decision, citing, (link) => byId.get(link.citing)!, 'first')
    if (found) main.add(found)
  }
  return main
}

function best(
  { direction }: Decision,
  links: Link[],
  other: (link: Link) => Decision,
  which: 'latest' | 'first'
): Link | undefined {
  const sorted = links.toSorted((a, b) => other(a).dateFiled.localeCompare(other(b).dateFiled))
  if (which === 'latest') sorted.reverse()
  return sorted.find((link) => other(link).direction === direction) ?? sorted[0]
}
