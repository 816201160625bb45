/** Processes one notice. Running it again after a crash is safe. */
import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Disk } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import { DomainError } from '#app/support/domain_error'
import { NoticeRefused } from '../errors.js'
import { withLocalCopy } from '../files.js'
import CourtNotice from '../models/court_notice.js'
import { FreeCopies } from './free_copy.js'
import { NoticeMerger } from './merge_notice.js'
import { NoticeOutcomes } from './outcome.js'
import { readNotice } from './read_notice.js'

/** SQLSTATEs of conflicting transactions: unique violation, serialization failure, deadlock. */
const CLASHES = ['23505', '40001', '40P01']

@inject()
export class NoticeProcessor {
  constructor(
    private database: Database,
    private disk: Disk,
    private outcomes: NoticeOutcomes,
    private copies: FreeCopies,
    private merger: NoticeMerger,
    private logger: Logger
  ) {}

  /** @throws errors of the database and the storage, for which the job is retried */
  async process(id: number, signal: AbortSignal): Promise<void> {
    const notice = await this.outcomes.take(id)
    if (!notice) return
    try {
      const read = await withLocalCopy(this.disk, notice.path, (file) =>
        readNotice(this.database, notice, file)
      )
      const copy = await this.copies.fetch(notice, { read, signal })
      await this.merger.merge(notice, { read, copy })
    } catch (error) {
      // The process is stopping: the job is requeued.
      signal.throwIfAborted()
      await this.#fail(id, error)
    }
  }

  async #fail(id: number, error: unknown): Promise<void> {
    if (error instanceof NoticeRefused) return this.outcomes.fail(id, error.message)
    // The storage is unavailable: the job itself is retried.
    if (error instanceof DomainError) throw error
    const { code } = error as { code?: unknown }
    if (CLASHES.includes(String(code))) {
      const said = 'Another request changed the same records.'
      return this.database.transaction(async (trx) => {
        const notice = await CourtNotice.lock(trx, id)
        if (notice?.isOpen) await this.outcomes.retry(trx, notice, said)
      })
    }
    await this.outcomes.fail(id, 'An internal error occurred while processing this email.')
    this.logger.error({ err: error, notice: id }, 'court email failed')
  }
}
