/** The words of an opinion with the pages that they are printed on. */
import { clean } from '#app/citations/clean'

/** The words of a text, for exact searches that ignore case, punctuation, and markup. */
export interface PagedWords {
  /** Lowercase words with one space on each side. */
  spaced: string
  /** Places in `spaced` where pages begin, in order. */
  pages: { page: string; at: number }[]
}

const PAGE_ELEMENT = /<page-number\b[^>]*>([^<]{1,12})<\/page-number>/g
const STAR_ELEMENT = /<span class="star-pagination"[^>]*>\s*\*?\s*([\w-]{1,12})\s*<\/span>/g
/** A page in plain text: `*903`, but not the footnote mark `***`. */
const STAR = /(?<![*\w])\*(\d{1,5})(?!\w)/g
/** A private character that no text contains. */
const MARK = '\uE000'
const MARKED = /\uE000(\w{1,12})\uE000/g
const NO_WORD = /[^\p{L}\p{N}]+/gu
/** A word that is hyphenated at the end of a line. */
const LINE_HYPHEN = /(?<=\p{L})-\s*\n\s*(?=\p{Ll})/gu

/**
 * Reads an opinion's text with its page breaks.
 *
 * @param isHtml whether the text has markup
 * @param firstPage the page on which the opinion begins
 */
export function pagedWords(source: string, isHtml: boolean, firstPage: string): PagedWords {
  const marked = source
    .replaceAll(MARK, ' ')
    .replaceAll(PAGE_ELEMENT, (_, page: string) => markOf(page))
    .replaceAll(STAR_ELEMENT, (_, page: string) => markOf(page))
    .replaceAll(STAR, (_, page: string) => markOf(page))
  const text = isHtml ? clean(marked, ['html']).text : marked
  const pages = [{ page: firstPage, at: 0 }]
  let spaced = ' '
  // Texts alternate with pages. Whole texts are replaced, because words one by one take much longer.
  for (const [place, part] of comparable(text).split(MARKED).entries()) {
    if (place % 2 === 0) {
      const words = part.replaceAll(NO_WORD, ' ').trim()
      if (words) spaced += `${words} `
    } else if (pages.at(-1)!.page !== part) pages.push({ page: part, at: spaced.length - 1 })
  }
  return { spaced, pages }
}

/** A break within a word leaves the word whole. */
const markOf = (page: string) => {
  const number = page.replace(/\W/g, '')
  return number ? ` ${MARK}${number}${MARK} ` : ' '
}

function comparable(text: string): string {
  return text
    .replaceAll(LINE_HYPHEN, '')
    .replaceAll(/['\u2018\u2019]/g, '')
    .normalize('NFKC')
    .toLowerCase()
}

/** The words of a text as in {@link pagedWords}, separated by spaces. */
export const toWords = (text: string): string =>
  (comparable(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

/** The page of a place in the words. */
export function pageAt({ pages }: PagedWords, at: number): string {
  return pages.findLast((page) => page.at <= at)!.page
}
