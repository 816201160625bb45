/** Merges a page of an upload, and adopts the PDFs that waited for what it brings. */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { courtOf } from '#app/court_pages/court_system_ids'
import { mergePage, PageNotMerged, type MergedPage } from '#plugins/federal_records/public/merging'
import { type ParsedPage } from '#app/court_pages/page_kinds'
import { STATUS } from '../codes.js'
import { adoptOrphans } from './adopt_orphans.js'
import { keepResult } from './keep_result.js'
import { finishUpload, UploadRefused, WorthRetrying } from './outcome.js'
import type { Work } from './work.js'

/** Undoes a merge that was only a check. */
class Undone extends Error {}

/** @throws UploadRefused, WorthRetrying */
export async function mergeUpload({ app, upload }: Work, page: ParsedPage): Promise<void> {
  await keepResult(upload, { kind: page.kind, result: page.result })
  const database = await app.container.make('lucid.db')
  const done = { status: STATUS.done, message: 'The page was merged.' } as const
  try {
    await database.transaction(async (trx) => {
      const merged = await merge(trx, {
        page: page as Parameters<typeof mergePage>[1]['page'],
        court: courtOf(upload.courtId),
        registryCaseId: upload.registryCaseId,
      })
      if (upload.debug) throw new Undone()
      const adopted = await adoptOrphans(app, trx, merged.documentIds)
      await finishUpload(app, trx, upload.id, {
        ...done,
        message: adopted ? `${done.message} PDFs that waited for it: ${adopted}.` : done.message,
        docket: merged.docketId,
        entry: only(merged.entryIds),
        document: only(merged.documentIds),
      })
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
    const message = 'The page was checked; nothing was saved.'
    await database.transaction((trx) => finishUpload(app, trx, upload.id, { ...done, message }))
  }
}

/** Pages on one entry or document are linked with it, those on many with the docket only. */
function only(ids: number[]): number | undefined {
  return ids.length === 1 ? ids[0] : undefined
}

async function merge(
  trx: TransactionClientContract,
  page: Parameters<typeof mergePage>[1]
): Promise<MergedPage> {
  try {
    return await mergePage(trx, page)
  } catch (error) {
    if (!(error instanceof PageNotMerged)) throw error
    if (error.reason === 'no_such_entry') throw new WorthRetrying(error.message)
    throw new UploadRefused(STATUS.invalid, error.message)
  }
}
