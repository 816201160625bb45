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
const WORD = /\uE000\w{1,12}\uE000|[\p{L}\p{N}]+/gu
/** A word that is hyphenated at the end of a line. */
const LINE_HYPHEN = /(\p{L})-\s*\n\s*(?=\p{Ll})/gu

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
  for (const [word] of comparable(text).matchAll(WORD)) {
    const page = MARKED.exec(word)?.[1]
    MARKED.lastIndex = 0
    if (page === undefined) spaced += `${word} `
    else if (pages.at(-1)!.page !== page) pages.push({ page, at: spaced.length - 1 })
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
    .replaceAll(LINE_HYPHEN, '$1')
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
