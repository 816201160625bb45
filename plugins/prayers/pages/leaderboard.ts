/**
 * The documents most wanted, for everybody.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { Reader } from '#app/database/reader'
import { setPageHeaders } from '#app/support/page_headers'
import type { RecordPages } from '#app/web/record_pages'
import { priceOf } from '#plugins/federal_records/public/prices'
import { mostWanted, SHOWN_DOCUMENTS, totalsOf, type PrayerTotals } from '../stored_prayers.js'

const MAX_PAGES = 100
/** Milliseconds for which the totals are not counted again (fetch-and-upload, 3). */
const TOTALS_HOLD = 60_000

let totals: { at: number; value: Promise<PrayerTotals> } | undefined

export async function showTop(ctx: HttpContext, pages: RecordPages): Promise<string> {
  const { records } = pages
  await pages.visitor(ctx)
  const { page } = ctx.request.qs() as Record<string, unknown>
  const number = Math.min(Math.max(Math.trunc(Number(page)) || 1, 1), MAX_PAGES)
  const documents = await mostWanted(records.reader, number)
  const { cents, ...counts } = await currentTotals(records.reader)
  setPageHeaders(ctx.response)
  return ctx.view.render('prayers::top', {
    documents: documents
      .slice(0, SHOWN_DOCUMENTS)
      .map((document) => ({ ...document, price: priceOf(document) })),
    totals: { ...counts, cost: (cents / 100).toFixed(2) },
    page: number,
    more: documents.length > SHOWN_DOCUMENTS && number < MAX_PAGES,
  })
}

function currentTotals(reader: Reader): Promise<PrayerTotals> {
  if (!totals || Date.now() - totals.at > TOTALS_HOLD) {
    const value = totalsOf(reader)
    totals = { at: Date.now(), value }
    value.catch(() => (totals = undefined))
  }
  return totals.value
}
