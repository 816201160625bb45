/** Rules for the text of documents (fetch-and-upload, 2.4). */

/** Characters below which a page is a picture, or has little more. */
const ENOUGH = 200
/** The line that courts print over every page: "Case 1:26-cv-00001 Document 3 Filed 01/02/26 Page 1 of 9". */
const COURT_HEADER =
  /^\s*(?:(?:USCA\d*|USDC|Appellate|Case|Bankr|Doc(?:ument)?)\b.{0,60}?[\d:-]{4,}.*(?:Doc(?:ument)?|Page|Filed|Pg|Date)\b.*|Page\s+\d+\s+of\s+\d+\s*)$/gim
/** Cover sheets say no more than this. */
const EXHIBIT = /\bexhibit\b/i

/** Whether a page has too little text of its own. */
export function isPoor(page: string): boolean {
  return page.replace(COURT_HEADER, '').trim().length < ENOUGH
}

/** Whether a document needs OCR: a poor page that is no cover sheet of an exhibit, or poor pages on average. */
export function needsOcr(pages: readonly string[]): boolean {
  const length = pages.reduce((sum, page) => sum + page.length, 0)
  return length < ENOUGH * pages.length || pages.some((page) => isPoor(page) && !EXHIBIT.test(page))
}

/** A number written as social security numbers are. */
const SOCIAL_SECURITY_NUMBER = /(?<![\d-])\d{3}([- ])\d{2}\1\d{4}(?![\d-])/g

/** The text of a document: its pages, without NUL characters, which no database stores, and with numbers masked. */
export function documentText(pages: readonly string[]): string {
  return pages
    .join('\n\n')
    .replaceAll('\0', '')
    .replace(SOCIAL_SECURITY_NUMBER, 'XXX-XX-XXXX')
    .toWellFormed()
    .trim()
}
