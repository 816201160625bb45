/** Links from the page of a record to the search that found it, and to its neighbors there. */
import { inject } from '@adonisjs/core'
import { Parameters } from '#api/parameters'
import type { RecordNeighbors } from '#app/web/record_neighbors'
import { PAGE_SIZE } from '#app/search/search_service'
import type { SearchCursor } from '#app/search/request/search_cursor'
import { SearchServices } from '../services.js'
import { buildResultCard, type Card } from './card.js'
import { linkToSearch, MAX_LENGTH, OPEN } from './result_links.js'
import { findPage, readPageSearch } from './results.js'

/** Timeout of the search in milliseconds. The page of the record waits for it. */
const DEADLINE = 2000

@inject()
export class ResultNeighbors {
  constructor(private services: SearchServices) {}

  /**
   * Finds a record on its page of results, which is usually cached.
   *
   * @param path of the record's page
   * @param search query string of the page of results
   * @param count called before a search that isn't cached
   * @returns undefined if the page doesn't have the record
   * @throws errors of the search, and of `count`
   */
  async find(
    path: string,
    search: string,
    count: () => Promise<void>
  ): Promise<RecordNeighbors | undefined> {
    if (search.length > MAX_LENGTH) return undefined
    const { services } = this
    const { cursors } = services
    const parameters = new Parameters(search, 'v4')
    const request = await readPageSearch(parameters, services)
    const text = parameters.get('cursor')
    const cursor = text ? cursors.decode(request.fingerprint, text) : undefined
    const options = { deadline: DEADLINE, before: count }
    const { found: page } = await findPage(request, { text, cursor }, services, options)
    const cards = page.results.map((result) => buildResultCard(request.type, result))
    const place = cards.findIndex((card) => isOfPage(card, path))
    if (place < 0) return undefined
    const links = linkToSearch(cards, search)
    const edge = (target: SearchCursor | null, open: 'first' | 'last') =>
      target
        ? changed(search, { cursor: cursors.encode(request.fingerprint, target), [OPEN]: open })
        : undefined
    const isExact = place < cards.length - (page.partialCount ?? 0)
    const position = ((cursor?.page ?? 1) - 1) * PAGE_SIZE + place + 1
    return {
      back: changed(search, {}),
      previous: place > 0 ? links[place - 1]!.url : edge(page.previous, 'last'),
      next: place < cards.length - 1 ? links[place + 1]!.url : edge(page.next, 'first'),
      position: isExact
        ? `${position.toLocaleString('en-US')} of ${page.count!.toLocaleString('en-US')}`
        : undefined,
    }
  }
}

function isOfPage({ url, children }: Card, path: string): boolean {
  return url.split('#')[0] === path || children.some((child) => isOfPage(child, path))
}

function changed(search: string, changes: Record<string, string>): string {
  const parameters = new URLSearchParams(search)
  parameters.delete(OPEN)
  for (const [name, value] of Object.entries(changes)) parameters.set(name, value)
  return `/search/?${parameters}`
}
