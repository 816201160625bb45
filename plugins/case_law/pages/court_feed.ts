/**
 * The newest decisions of a court as a feed.
 */
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import { Gate } from '#api/gate'
import type { Records } from '#api/records'
import { ApiError } from '#app/support/api_error'
import { escapeHtml } from '#app/support/escape_html'
import { MAX_ENTRIES, type Feed } from '#app/web/feeds/atom'
import { ATOM, sendFeed } from '#app/web/feeds/send_feed'
import type { PluginRouteContext } from '#core/define_plugin'
import { courtPath } from './court/paths.js'

export function addCourtFeed({
  router,
  pages,
}: Pick<PluginRouteContext, 'router' | 'pages'>): void {
  pages.addFeed('courts', ({ id, full_name: name }) => ({
    path: `/feed/court/${encodeURIComponent(String(id))}/`,
    title: `Decisions of ${String(name)}`,
  }))
  router
    .get('/feed/court/:id', async (ctx: HttpContext) => {
      const gate = await app.container.make(Gate)
      await sendFeed(ctx, gate, () => courtFeed(pages.records, ctx.params.id), ATOM)
    })
    .as('feed.court')
}

/** @throws ApiError 404 */
async function courtFeed(records: Records, id: string): Promise<Feed> {
  const court = await records.find('courts', id)
  if (!court) throw ApiError.detail(404, 'There is no such court in this archive.')
  const decisions = await records.list(
    'clusters',
    { court: id },
    {
      order: '-date_filed,-id',
      fields: 'id,absolute_url,case_name,case_name_full,date_filed,date_modified,judges,summary',
      limit: MAX_ENTRIES,
    }
  )
  return {
    about: `court/${id}`,
    title: `Decisions of ${String(court.full_name)}`,
    page: courtPath(court),
    updated: String(court.date_modified),
    entries: decisions.map((decision) => ({
      about: `clusters/${decision.id}`,
      title: String(decision.case_name || decision.case_name_full || `No. ${decision.id}`),
      path: String(decision.absolute_url),
      updated: String(decision.date_modified),
      published: String(decision.date_filed),
      summary: ['judges', 'summary']
        .map((name) => String(decision[name] ?? ''))
        .filter(Boolean)
        .map((text) => `<p>${escapeHtml(text.slice(0, MAX_LENGTH))}</p>`)
        .join(''),
    })),
  }
}

/** Characters of a text in an entry. */
const MAX_LENGTH = 2000
