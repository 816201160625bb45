import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Gate } from '#api/gate'
import type { ShownRecord } from '#api/records'
import { formatSampleTitle } from '#api/sample_records'
import { ApiError } from '#app/support/api_error'
import { escapeHtml } from '#app/support/escape_html'
import { MAX_ENTRIES, type Feed, type FeedEntry } from '#app/web/feeds/atom'
import { ATOM, sendFeed } from '#app/web/feeds/send_feed'
import { RecordPages } from '#app/web/record_pages'
import { docketTitle } from './docket/sheet_rows.js'

/** `gov.uscourts.nysd.612345`: a court, and the court system's case ID. */
const CASE = /^gov\.uscourts\.([a-z\d]{1,15})\.(\d{1,20})$/
/** Maximum characters of a text in a feed entry. */
const MAX_LENGTH = 2000
/** Maximum characters of an entry's text in its title. */
const MAX_TITLE = 100

/** Feeds of dockets, and redirects from their paths on the public service. */
@inject()
export default class DocketsController {
  constructor(
    private gate: Gate,
    private pages: RecordPages
  ) {}

  /** The latest entries of a docket. */
  async feed(ctx: HttpContext) {
    await sendFeed(ctx, this.gate, () => this.#feedOf(ctx.params.id), ATOM)
  }

  async redirect(ctx: HttpContext) {
    await this.pages.visitor(ctx)
    const [, court, number] = CASE.exec(String(ctx.params.name)) ?? []
    const [docket] = court
      ? await this.pages.records.list(
          'dockets',
          { court, registry_case_id: number! },
          { order: 'id', fields: 'id,absolute_url', limit: 1 }
        )
      : []
    if (!docket) throw noSuchDocket()
    return ctx.response.redirect(String(docket.absolute_url))
  }

  /** @throws ApiError 404 */
  async #feedOf(id: string): Promise<Feed> {
    const { records } = this.pages
    const docket = await records.find('dockets', id)
    if (!docket) throw noSuchDocket()
    const entries = await records.list(
      'docket-entries',
      { docket: String(docket.id) },
      { order: '-id', omit: 'recap_documents__plain_text', limit: MAX_ENTRIES }
    )
    const sample = (await this.pages.samplesOf('dockets')).get(String(docket.id))
    return {
      about: `docket/${docket.id}`,
      title: formatSampleTitle(docketTitle(docket), sample),
      page: String(docket.absolute_url),
      updated: String(docket.date_modified),
      entries: entries.map((entry) => entryOf(entry, String(docket.absolute_url))),
    }
  }
}

/** The document's short description, or the beginning of the entry. */
function titleOf(document: ShownRecord | undefined, description: unknown): string {
  if (document) return String(document.description)
  const text = String(description ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text.length <= MAX_TITLE) return text
  return `${text.slice(0, MAX_TITLE).replace(/\s+\S*$/, '')} …`
}

const noSuchDocket = () => ApiError.detail(404, "This docket isn't in the archive.")

function entryOf(entry: ShownRecord, page: string): FeedEntry {
  const { entry_number: number, description, date_filed: filed } = entry
  const documents = (entry.recap_documents as ShownRecord[]).filter(({ description: text }) => text)
  const [first] = documents
  const title = [number ? `Entry ${String(number)}` : 'Entry', titleOf(first, description)]
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
