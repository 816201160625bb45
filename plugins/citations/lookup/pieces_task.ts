/** Splits a pasted text into lookups in a thread. */
import { mentionsIn, type MentionedCitation, type LocatedCitation } from './located_citations.js'
import { codePoints, MAX_TEXT_LENGTH } from './lookup_request.js'
import { MAX_CITATIONS } from './look_up.js'

export interface PiecesTask {
  text: string
}

/** @returns null if the text has too many citations */
export default function splitText({ text }: PiecesTask): MentionedCitation[][] | null {
  const citations = mentionsIn(text)
  return citations.length > MAX_PASTED_CITATIONS
    ? null
    : batchCitations(citations, codePoints(text))
}

/** Maximum number of citations in a pasted text, more than a table of authorities of the same length. */
export const MAX_PASTED_CITATIONS = 5_000

/**
 * Splits the citations of a long text into pieces of one request each: at most
 * 64,000 characters and the maximum number of citations. Pieces end between
 * citations; a piece without citations also counts as a request.
 *
 * @param length length of the text in code points
 */
export function batchCitations<C extends LocatedCitation>(
  citations: readonly C[],
  length: number
): C[][] {
  const pieces: C[][] = []
  let start = 0
  let piece: C[] = []
  const endAt = (place: number) => {
    pieces.push(piece)
    piece = []
    start = place
  }
  for (const citation of citations) {
    while (citation.end - start > MAX_TEXT_LENGTH)
      endAt(Math.min(start + MAX_TEXT_LENGTH, citation.start))
    if (piece.length === MAX_CITATIONS) endAt(citation.start)
    piece.push(citation)
  }
  while (length - start > MAX_TEXT_LENGTH) endAt(start + MAX_TEXT_LENGTH)
  return [...pieces, piece]
}
