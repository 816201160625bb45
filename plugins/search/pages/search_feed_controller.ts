import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Gate } from '#api/gate'
import { Parameters } from '#api/parameters'
import { MAX_ENTRIES, type Feed, type FeedEntry } from '#app/web/feeds/atom'
import { ATOM, sendFeed } from '#app/web/feeds/send_feed'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { readSearch, type SearchRequest } from '#app/search/request/search_request'
import type { ResultObject } from '#app/search/results/result_rows'
import { today } from '#app/search/search_service'
import { searchError } from '../errors.js'
import { SearchServices } from '../services.js'
import { buildResultCard } from './card.js'

/** Parameters that don't affect the contents of a feed. */
const WITHOUT_EFFECT = {
  order_by: undefined,
  cursor: undefined,
  page: undefined,
  format: undefined,
}

/** The newest results of a search as a feed. */
@inject()
export default class SearchFeedController {
  constructor(
    private services: SearchServices,
    private gate: Gate
  ) {}

  async show(ctx: HttpContext): Promise<void> {
    await sendFeed(ctx, this.gate, () => loadFeed(ctx, this.services), ATOM)
  }
}

async function loadFeed(
  ctx: HttpContext,
  { service, declarations, deadline, context }: SearchServices
): Promise<Feed> {
  const said = [...new URLSearchParams(ctx.request.parsedUrl.query ?? '')].filter(
    ([, value]) => value.trim() !== ''
  )
  const parameters = new Parameters(new URLSearchParams(said).toString(), 'v4')
  const query = parameters.with(WITHOUT_EFFECT)
  const given = new Map(parameters.filters)
  const typed = (name: string) => given.get(name)?.at(-1)
  const type = declarations.types.find(({ code }) => code === (typed('type') ?? 'o'))
  const newest = type && newestFirst(type)
  if (newest) given.set('order_by', [newest])
  given.delete('highlight')
  try {
    const search = readSearch(given, declarations, {
      strict: false,
      context: await context(typed('q')),
    })
    const options = { size: MAX_ENTRIES, count: false, deadline, today: today() }
    const { hits } = await service.find(search, options)
    const results = await service.results(search, hits)
    return {
      about: `search/${query}`,
      title: typed('q') ? `${typed('q')} – ${search.type.label}` : search.type.label,
      page: `/search/${query || '?'}`,
      entries: results.map((result) => entryOf(search, result)),
    }
  } catch (error) {
    throw searchError(error)
  }
}

/** Returns the ordering of a type by date, newest first, if any. */
function newestFirst({ orders }: SearchTypeDefinition): string | undefined {
  return Object.keys(orders).find((order) => /^date\w* desc$/.test(order))
}

function entryOf({ type }: SearchRequest, result: ResultObject): FeedEntry {
  const key = result.cluster_id ?? result.id ?? result.docket_id
  const card = buildResultCard(type, result)
  const published = ['entry_date_filed', 'dateFiled', 'dateArgued'].map((name) => result[name])
  const date = published.find((value) => typeof value === 'string' && value !== '')
  return {
    about: `${type.index}/${type.grain}/${String(key)}`,
    title: textOf(card.title),
    path: card.url || '/',
    updated: String(result.meta?.timestamp ?? result.meta?.date_created ?? ''),
    published: date as string | undefined,
    summary: [card.facts, card.snippet || card.children[0]?.snippet]
      .filter(Boolean)
      .map((html) => `<p>${html}</p>`)
      .join(''),
  }
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** Converts HTML to text for titles of feeds. */
function textOf(html: string): string {
  return html
    .replace(/<\/?mark>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (each) => ENTITIES[each]!)
}
