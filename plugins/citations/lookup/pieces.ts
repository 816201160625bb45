import type { LocatedCitation } from './located_citations.js'
import { MAX_CITATIONS } from './look_up.js'
import { MAX_TEXT_LENGTH } from './lookup_request.js'

/** Citations of a pasted text; a table of authorities of 256,000 characters has fewer. */
export const MAX_PASTED_CITATIONS = 5_000

/**
 * Splits the citations of a long text as requests would take them: each piece
 * has at most 64,000 characters, ends between citations, and has no more than
 * one request resolves. A piece without citations is a request all the same.
 *
 * @param length of the text, in code points
 */
export function piecesOf<C extends LocatedCitation>(
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
