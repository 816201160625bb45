import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import { errorResponse } from '#app/support/error_response'
import { cacheControl } from '#app/support/caching'
import { QueryError } from '#app/search_engine/query/query_error'
import { setPageHeaders } from '#app/support/page_headers'
import { AttemptLimit } from '#app/throttle/attempt_limit'
import { buildResultCard, type Card } from '#plugins/search/public'
import { RecordPages } from '#app/web/record_pages'
import {
  EmailedHits,
  PAGE_SIZE,
  type EmailedAlert,
  type EmailedHit,
} from '../delivery/emailed_hits.js'
import { HitResults } from '../delivery/hit_results.js'
import { groupHitsByParent } from '../delivery/hit_recorder.js'

const MAX_PAGES = 1_000

/** Pages per IP address. */
const pageLimit = new AttemptLimit('alert-hits', ['60/min'], 'pages')

/** The hits of an alert in an email. The key in the link is valid for this page only. */
@inject()
export default class EmailHitsController {
  constructor(
    private pages: RecordPages,
    private emails: EmailedHits,
    private results: HitResults
  ) {}

  async index(ctx: HttpContext) {
    await pageLimit.count(ctx)
    await this.pages.visitor(ctx)
    setPageHeaders(ctx.response)
    ctx.response.header('cache-control', cacheControl('own'))
    ctx.response.header('x-robots-tag', 'noindex')
    const page = pageOf(ctx)
    const email = await this.emails.find(ctx.params.key)
    if (!email) throw ApiError.detail(404, 'These hits no longer exist.')
    const { hits, total } = await this.emails.read(email, page)
    if (!hits.length && page > 1) throw ApiError.detail(404, "This page of hits doesn't exist.")
    const { cards, deleted } = await this.#show(email, hits)
    return ctx.view.render('alerts::email_hits', {
      name: email.name,
      day: email.date_created.toISOString().slice(0, 10),
      total,
      cards,
      deleted,
      page,
      hasMore: page < MAX_PAGES && page * PAGE_SIZE < total,
    })
  }

  /**
   * Reads the current records of hits.
   *
   * @returns the cards, without deleted records, and the number of hits on deleted records
   */
  async #show(
    { query, alert_type: type }: EmailedAlert,
    hits: EmailedHit[]
  ): Promise<{ cards: Card[]; deleted: number }> {
    const search = await this.results.buildSearch(query, type).catch((error: unknown) => {
      if (error instanceof QueryError || errorResponse(error))
        throw ApiError.detail(410, "The alert's search is no longer valid.")
      throw error
    })
    // Cases that are hits themselves, in addition to their documents.
    const own = new Set(hits.filter((hit) => !hit.is_child).map((hit) => Number(hit.parent_key)))
    const existing = await this.results.existing(search, groupHitsByParent(hits), 'mark')
    const list = search.type.results.children?.list
    const cards: Card[] = []
    let shown = 0
    for (const { hit, result } of existing) {
      const children = list ? (result[list] as unknown[]).length : 0
      const count = (own.has(hit.key) ? 1 : 0) + children
      if (count) cards.push(buildResultCard(search.type, result))
      shown += count
    }
    return { cards, deleted: hits.length - shown }
  }
}

function pageOf({ request }: HttpContext): number {
  const page = Number(request.qs().page ?? 1)
  if (Number.isInteger(page) && page >= 1 && page <= MAX_PAGES) return page
  throw ApiError.detail(404, "This page of hits doesn't exist.")
}
