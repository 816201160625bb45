import type { HttpContext } from '@adonisjs/core/http'
import type { Reader } from '#app/database/reader'
import { ApiError } from '#app/support/api_error'
import { setPageHeaders } from '#app/support/page_headers'
import { pageOwner } from '#app/web/page_requests'
import type { RecordPages } from '#app/web/record_pages'
import { formatDocumentPrice } from '#plugins/federal_records/public/prices'
import { GRANTED, loadPrayerQuota, WAITING } from '../models/prayer.js'
import PrayingAccount from '../models/praying_account.js'
import {
  mostWanted,
  listPrayers,
  SHOWN_DOCUMENTS,
  loadPrayerTotals,
  type PrayerTotals,
} from '../stored_prayers.js'

const MAX_PAGES = 100
/** Milliseconds between updates of the totals. */
const TOTALS_HOLD = 60_000

/** Requests of one account, and the most requested documents. */
export default class PublicPrayersController {
  #totals: { at: number; value: Promise<PrayerTotals> } | undefined

  constructor(private pages: RecordPages) {}

  async top(ctx: HttpContext): Promise<string> {
    const { reader } = this.pages.records
    await this.pages.visitor(ctx)
    const { page } = ctx.request.qs() as Record<string, unknown>
    const number = Math.min(Math.max(Math.trunc(Number(page)) || 1, 1), MAX_PAGES)
    const documents = await mostWanted(reader, number)
    const { cents, ...counts } = await this.#currentTotals(reader)
    setPageHeaders(ctx.response)
    return ctx.view.render('prayers::top', {
      documents: documents
        .slice(0, SHOWN_DOCUMENTS)
        .map((document) => ({ ...document, price: formatDocumentPrice(document) })),
      totals: { ...counts, cost: (cents / 100).toFixed(2) },
      page: number,
      more: documents.length > SHOWN_DOCUMENTS && number < MAX_PAGES,
    })
  }

  /** Pending requests of an account. */
  async show(ctx: HttpContext): Promise<string> {
    const { owner, mine } = await pageOwner(ctx, this.pages, noSuchPage)
    if (!mine && !(await PrayingAccount.isPublic(owner.id))) throw noSuchPage()
    const prayers = await listPrayers(this.pages.records.reader, owner.id, WAITING)
    const quota = mine ? await loadPrayerQuota(owner) : undefined
    return render(ctx, { prayers, quota, mine, granted: false, username: owner.username })
  }

  /** Granted requests, for their owner only. */
  async granted(ctx: HttpContext): Promise<string> {
    const { owner, mine } = await pageOwner(ctx, this.pages, noSuchPage)
    if (!mine) throw noSuchPage()
    const prayers = await listPrayers(this.pages.records.reader, owner.id, GRANTED)
    return render(ctx, { prayers, mine, granted: true, username: owner.username })
  }

  #currentTotals(reader: Reader): Promise<PrayerTotals> {
    if (!this.#totals || Date.now() - this.#totals.at > TOTALS_HOLD) {
      const value = loadPrayerTotals(reader)
      this.#totals = { at: Date.now(), value }
      value.catch(() => (this.#totals = undefined))
    }
    return this.#totals.value
  }
}

function render(ctx: HttpContext, values: Record<string, unknown>): Promise<string> {
  setPageHeaders(ctx.response)
  return ctx.view.render('prayers::prayers_of', values)
}

/** The same for missing accounts and private pages. */
function noSuchPage(): ApiError {
  return ApiError.detail(404, "This page doesn't exist or isn't public.")
}
