import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Gate } from '#api/gate'
import { formatSampleTitle, type SampleKind } from '#api/sample_records'
import { MAX_ENTRIES, type Feed, type FeedEntry } from '#app/web/feeds/atom'
import { ATOM, sendFeed } from '#app/web/feeds/send_feed'
import type { SearchRequest } from '#app/search/request/search_request'
import type { ResultObject } from '#app/search/results/result_rows'
import { SearchServices } from '../services.js'
import { findSampleKinds } from '../sample_results.js'
import { buildResultCard } from './card.js'
import { findNewest } from './newest_results.js'

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

async function loadFeed(ctx: HttpContext, services: SearchServices): Promise<Feed> {
  const { search, query, q, results } = await findNewest(ctx, services, { size: MAX_ENTRIES })
  const kinds = await findSampleKinds(services.samples, search, results)
  return {
    about: `search/${query}`,
    title: q ? `${q} – ${search.type.label}` : search.type.label,
    page: `/search/${query || '?'}`,
    entries: results.map((result, place) => entryOf(search, result, kinds[place])),
  }
}

function entryOf(
  { type }: SearchRequest,
  result: ResultObject,
  sample: SampleKind | undefined
): FeedEntry {
  const key = result.cluster_id ?? result.id ?? result.docket_id
  const card = buildResultCard(type, result)
  const published = ['entry_date_filed', 'dateFiled', 'dateArgued'].map((name) => result[name])
  const date = published.find((value) => typeof value === 'string' && value !== '')
  return {
    about: `${type.index}/${type.grain}/${String(key)}`,
    title: formatSampleTitle(textOf(card.title), sample),
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
