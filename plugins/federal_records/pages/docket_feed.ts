/**
 * The newest entries of a docket as a feed.
 */
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import { Gate } from '#api/gate'
import type { Records, ShownRecord } from '#api/records'
import { ApiError } from '#app/support/api_error'
import { escapeHtml } from '#app/support/escape_html'
import { MAX_ENTRIES, type Feed, type FeedEntry } from '#app/web/feeds/atom'
import { ATOM, sendFeed } from '#app/web/feeds/send_feed'
import type { PluginRouteContext } from '#core/define_plugin'

export function addDocketFeed({
  router,
  pages,
}: Pick<PluginRouteContext, 'router' | 'pages'>): void {
  pages.addFeed('dockets', (docket) => ({
    path: `/feed/docket/${docket.id}/`,
    title: titleOf(docket),
  }))
  router
    .get('/feed/docket/:id', async (ctx: HttpContext) => {
      const gate = await app.container.make(Gate)
      await sendFeed(ctx, gate, () => docketFeed(pages.records, ctx.params.id), ATOM)
    })
    .as('feed.docket')
}

/** @throws ApiError 404 */
async function docketFeed(records: Records, id: string): Promise<Feed> {
  const docket = await records.find('dockets', id)
  if (!docket) throw ApiError.detail(404, 'There is no such docket in this archive.')
  const entries = await records.list(
    'docket-entries',
    { docket: String(docket.id) },
    { order: '-id', omit: 'recap_documents__plain_text', limit: MAX_ENTRIES }
  )
  return {
    about: `docket/${docket.id}`,
    title: titleOf(docket),
    page: String(docket.absolute_url),
    updated: String(docket.date_modified),
    entries: entries.map((entry) => entryOf(entry, String(docket.absolute_url))),
  }
}

function titleOf({ case_name: name, docket_number: number, id }: ShownRecord): string {
  return [name, number].filter(Boolean).join(', ') || `Docket ${id}`
}

function entryOf(entry: ShownRecord, page: string): FeedEntry {
  const { entry_number: number, description, date_filed: filed } = entry
  const documents = (entry.recap_documents as ShownRecord[]).filter(({ description: text }) => text)
  const [first] = documents
  const title = [number ? `Entry ${String(number)}` : 'Entry', first?.description]
  const texts = [String(description ?? ''), ...documents.map((each) => String(each.description))]
  return {
    about: `docket-entries/${entry.id}`,
    title: title.filter(Boolean).join(': '),
    path: String(first?.absolute_url || page),
    updated: String(entry.date_modified),
    published: filed ? String(filed) : undefined,
    summary: texts
      .filter(Boolean)
      .map((text) => `<p>${escapeHtml(text.slice(0, MAX_LENGTH))}</p>`)
      .join(''),
  }
}

/** Characters of a text in an entry. */
const MAX_LENGTH = 2000
