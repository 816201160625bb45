import { docketNumberParts } from './docket_numbers.js'

/** The data that courts stamp on the pages of a filed document. */
export interface DocumentStamp {
  docketNumber: string
  documentNumber: number
  /** Null for a main document. */
  attachmentNumber: number | null
}

/** `Case 3:31-cv-00021-ABC Document 12-1 Filed …`, `Case 31-10001-abc Doc 12 Filed …`, `Case: 31-1409 Document: 12 …`. */
const STAMP =
  /\bCase:?\s{1,5}([\dA-Za-z][\w:-]{3,40})\s{1,10}Doc(?:ument)?\s?#?:?\s{1,5}(\d{1,6})(?:-(\d{1,4}))?(?![\w-])/

/**
 * The stamp that a court prints at the edge of each page of a filed document.
 *
 * @param text the text of a page
 * @returns the stamp, or null if the page has none
 */
export function documentStamp(text: string): DocumentStamp | null {
  const found = STAMP.exec(text)
  if (!found) return null
  const attachment = Number(found[3] ?? 0)
  return {
    docketNumber: docketNumberParts(found[1]).docket_number,
    documentNumber: Number(found[2]),
    attachmentNumber: attachment || null,
  }
}
