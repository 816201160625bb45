/** Links from results to the pages of records, which link back to the search. */
import type { Card } from './card.js'

/** Parameter of a record's page: the query string of the page of results that links to it. */
export const SEARCH = 'search'
/** Parameter of the search page that redirects to a result: `first` or `last`. */
export const OPEN = 'open'
/** Maximum characters of a search in links to its results: they are encoded and repeated. */
export const MAX_LENGTH = 2000

/** Adds the search to the links of its results. @param search query string, without `?` */
export function linkToSearch(cards: Card[], search: string): Card[] {
  if (search.length > MAX_LENGTH) return cards
  return cards.map((card) => ({
    ...card,
    url: linkedPath(card.url, search),
    children: linkToSearch(card.children, search),
  }))
}

function linkedPath(url: string, search: string): string {
  if (!url.startsWith('/') || url.includes('?')) return url
  const [path, anchor] = url.split('#')
  return `${path}?${new URLSearchParams({ [SEARCH]: search })}${anchor === undefined ? '' : `#${anchor}`}`
}
