/** Finds the citations of a text that a request looks up, in a thread. */
import { type Addition, noAdditions } from './additions.js'
import { itemParts } from './item_json.js'
import { citationsIn, type LocatedCitation } from './located_citations.js'
import { beyondLimit, MAX_CITATIONS } from './look_up.js'

export interface LocateTask {
  text: string
  included: Addition[]
}

export interface LocatedText {
  /** Number of citations in the text. */
  total: number
  /** The citations that are looked up. */
  citations: LocatedCitation[]
  /** Items of the answer for the others, as JSON text without brackets. */
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
