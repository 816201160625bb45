import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Gate } from '#api/gate'
import { formatSampleTitle } from '#api/sample_records'
import { ApiError } from '#app/support/api_error'
import { escapeHtml } from '#app/support/escape_html'
import { setPageHeaders } from '#app/support/page_headers'
import { MAX_ENTRIES, type Feed, type FeedEntry } from '#app/web/feeds/atom'
import { announceFeed, ATOM, sendFeed } from '#app/web/feeds/send_feed'
import { RecordPages } from '#app/web/record_pages'
import { courtPath } from '../page_paths.js'
import { COURT_JURISDICTIONS } from '../resources/codes.js'

/** Maximum courts on the list of all courts. */
const MAX_COURTS = 5_000
/** Maximum characters of a text in a feed entry. */
const MAX_LENGTH = 2000

/** The feed of all courts. */
const ALL_COURTS = { path: '/feed/court/all/', title: 'Decisions of all courts' }

/** The list of courts, and the feeds of their latest decisions. */
@inject()
export default class CourtsController {
  constructor(
    private gate: Gate,
    private pages: RecordPages
  ) {}

  /** All courts by jurisdiction. */
  async index(ctx: HttpContext): Promise<string> {
    await this.pages.visitor(ctx)
    const courts = await this.pages.records.list(
      'courts',
      {},
      {
        order: 'position',
        fields: 'id,full_name,short_name,jurisdiction,citation_string,end_date',
        limit: MAX_COURTS,
      }
    )
    const groups = Map.groupBy(courts, ({ jurisdiction }) => String(jurisdiction))
    setPageHeaders(ctx.response)
    announceFeed(ctx, ALL_COURTS)
    return ctx.view.render('case_law::courts', {
      count: courts.length.toLocaleString('en-US'),
      groups: COURT_JURISDICTIONS.flatMap(({ value, display_name: label }) => {
        const members = groups.get(String(value))
        return members
          ? [
              {
                id: String(value).toLowerCase(),
                label,
                courts: members.map((court) => ({ ...court, path: courtPath(court) })),
              },
            ]
          : []
      }),
    })
  }

  async feed(ctx: HttpContext) {
    await sendFeed(ctx, this.gate, () => this.#feedOf(ctx.params.id), ATOM)
  }

  async feedOfAll(ctx: HttpContext) {
    await sendFeed(ctx, this.gate, () => this.#feedOfAll(), ATOM)
  }

  async #feedOfAll(): Promise<Feed> {
    return {
      about: 'court/all',
      title: ALL_COURTS.title,
      page: '/courts/',
      entries: await this.#newestDecisions({}),
    }
  }

  /** @throws ApiError 404 */
  async #feedOf(id: string): Promise<Feed> {
    const court = await this.pages.records.find('courts', id)
    if (!court) throw ApiError.detail(404, "This court isn't in the archive.")
    return {
      about: `court/${id}`,
      title: `Decisions of ${String(court.full_name)}`,
      page: courtPath(court),
      updated: String(court.date_modified),
      entries: await this.#newestDecisions({ court: id }),
    }
  }

  async #newestDecisions(filters: Record<string, string>): Promise<FeedEntry[]> {
    const decisions = await this.pages.records.list('clusters', filters, {
      order: '-date_filed,-id',
      fields: 'id,absolute_url,case_name,case_name_full,date_filed,date_modified,judges,summary',
      limit: MAX_ENTRIES,
    })
    const samples = await this.pages.samplesOf('clusters')
    return decisions.map((decision) => ({
      about: `clusters/${decision.id}`,
      title: formatSampleTitle(
        String(decision.case_name || decision.case_name_full || `No. ${decision.id}`),
        samples.get(String(decision.id))
      ),
      path: String(decision.absolute_url),
      updated: String(decision.date_modified),
      published: String(decision.date_filed),
      summary: ['judges', 'summary']
        .map((name) => String(decision[name] ?? ''))
        .filter(Boolean)
        .map((text) => `<p>${escapeHtml(text.slice(0, MAX_LENGTH))}</p>`)
        .join(''),
    }))
  }
}
