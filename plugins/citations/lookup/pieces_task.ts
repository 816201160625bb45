/** Splits a pasted text into the lookups it takes, in a thread. */
import { mentionsIn, type MentionedCitation } from './located_citations.js'
import { codePoints } from './lookup_request.js'
import { MAX_PASTED_CITATIONS, piecesOf } from './pieces.js'

export interface PiecesTask {
  text: string
}

/** @returns null for a text with too many citations */
export default function splitText({ text }: PiecesTask): MentionedCitation[][] | null {
  const citations = mentionsIn(text)
  return citations.length > MAX_PASTED_CITATIONS ? null : piecesOf(citations, codePoints(text))
}
