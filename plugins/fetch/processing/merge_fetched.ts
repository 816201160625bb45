/** Merges a page of a court into the archive (fetch-and-upload, 1.5). */
import { mergePage, PageNotMerged, parseInThread } from '#plugins/federal_records/public/merging'
import { STATUS } from '../codes.js'
import type FetchPurchase from '../models/fetch_purchase.js'
import { FetchRefused, WorthRetrying } from './refusals.js'
import { doneMessage, finishStored, type Work } from './work.js'

/** What came, and the purchase it is kept with until it is merged. */
export interface FetchedPage {
  bytes: Uint8Array
  kept: FetchPurchase | undefined
}

/** @throws FetchRefused, WorthRetrying */
export async function mergeFetched(
  work: Work,
  { bytes, kept }: FetchedPage,
  caseId: string | null
): Promise<void> {
  const { app, court, request } = work
  const reading = await parseInThread(bytes, court)
  if ('outcome' in reading)
    throw new FetchRefused(
      STATUS.failed,
      'unreadable_page',
      `Unable to parse the court's page (${reading.outcome.replaceAll('_', ' ')}).`
    )
  const database = await app.container.make('lucid.db')
  try {
    await database.transaction(async (trx) => {
      const merged = await mergePage(trx, {
        page: reading as Parameters<typeof mergePage>[1]['page'],
        court,
        registryCaseId: caseId,
      })
      const outcome = {
        status: STATUS.done,
        message: doneMessage(work),
        docket: merged.docketId,
      } as const
      await finishStored(
        work,
        trx,
        request.recapDocumentId ? { ...outcome, docket: undefined } : outcome,
        kept
      )
    })
  } catch (error) {
    if (!(error instanceof PageNotMerged)) throw error
    if (error.reason === 'no_such_entry') throw new WorthRetrying('no_such_entry', error.message)
    const status = error.reason === 'nothing_to_merge' ? STATUS.invalid : STATUS.failed
    throw new FetchRefused(status, error.reason, error.message)
  }
}
