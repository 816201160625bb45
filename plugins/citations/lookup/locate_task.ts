/** Finds the citations of a request's text in a thread. */
import { type Addition, noAdditions } from './additions.js'
import { citationsIn, type LocatedCitation } from './located_citations.js'
import { beyondLimit, MAX_CITATIONS, type LookedUpCitation } from './look_up.js'

export interface LocateTask {
  text: string
  included: Addition[]
}

export interface LocatedText {
  /** Number of citations in the text. */
  total: number
  /** Citations to look up. */
  citations: LocatedCitation[]
  /** Response items of the other citations, as JSON text without brackets. */
  beyond: string
}

export default function locate({ text, included }: LocateTask): LocatedText {
  const citations = citationsIn(text)
  const more = noAdditions(new Set(included))
  return {
    total: citations.length,
    citations: citations.slice(0, MAX_CITATIONS),
    beyond: citations
      .slice(MAX_CITATIONS)
      .map((located) => itemParts(beyondLimit(located), new Map(), more).join(''))
      .join(),
  }
}

/**
 * Returns a citation of the response as parts of JSON text (specification, Citation lookup 2).
 * Documents of clusters with many citations are not copied.
 *
 * @param documents clusters as JSON text by ID
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
