/** Works on one notice; called again after a crash, it does nothing twice. */
import type { ApplicationService } from '@adonisjs/core/types'
import { DomainError } from '#app/support/domain_error'
import CourtNotice from '../models/court_notice.js'
import { withLocalCopy } from '../files.js'
import { fetchFreeCopy } from './free_copy.js'
import { mergeNotice } from './merge_notice.js'
import { NoticeRefused } from '../errors.js'
import { failNotice, retryNotice, takeNotice } from './outcome.js'
import { readNotice } from './read_notice.js'

/** @throws errors of the database and the storage, which are worth another attempt of the job */
export async function processNotice(
  app: ApplicationService,
  id: number,
  signal: AbortSignal
): Promise<void> {
  const notice = await takeNotice(app, id)
  if (!notice) return
  try {
    const read = await withLocalCopy(app, notice.path, (file) => readNotice(notice, file))
    const copy = await fetchFreeCopy(app, notice, { read, signal })
    await mergeNotice(app, notice, { read, copy })
  } catch (error) {
    // The process stops: the job is handed back.
    signal.throwIfAborted()
    await fail(app, id, error)
  }
}

/** Two transactions that clash: unique values, serialization, deadlock. */
const CLASHES = ['23505', '40001', '40P01']

async function fail(app: ApplicationService, id: number, error: unknown): Promise<void> {
  if (error instanceof NoticeRefused) return failNotice(app, id, error.message)
  // The storage is away: the job itself is tried again.
  if (error instanceof DomainError) throw error
  const { code } = error as { code?: unknown }
  if (CLASHES.includes(String(code))) {
    const said = 'Another change of the same records got in the way.'
    const database = await app.container.make('lucid.db')
    return database.transaction(async (trx) => {
      const notice = await CourtNotice.lock(trx, id)
      if (notice?.isOpen) await retryNotice(app, trx, notice, said)
    })
  }
  await failNotice(app, id, 'The server failed on this email.')
  const logger = await app.container.make('logger')
  logger.error({ err: error, notice: id }, 'court email failed')
}
