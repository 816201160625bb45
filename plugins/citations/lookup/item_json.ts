import type { LookedUpCitation } from './look_up.js'

/**
 * A citation of an answer as JSON text (citation-lookup 2), in parts: many citations may lead to
 * the same clusters, whose documents are not copied for each.
 *
 * @param documents clusters as JSON text, by key
 * @param more additional keys
 */
export function itemParts(
  { located, normalized, status, error, clusters }: LookedUpCitation,
  documents: ReadonlyMap<string, string>,
  more: object
): string[] {
  const item = JSON.stringify({
    citation: located.citation,
    normalized_citations: normalized,
    start_index: located.start,
    end_index: located.end,
    status,
    error_message: error,
  })
  const shown = clusters.flatMap((key) => documents.get(key) ?? [])
  const added = JSON.stringify(more).slice(1, -1)
  return [
    `${item.slice(0, -1)},"clusters":[`,
    ...shown.flatMap((document, place) => (place ? [',', document] : document)),
    `]${added && `,${added}`}}`,
  ]
}
