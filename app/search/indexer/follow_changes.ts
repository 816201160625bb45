/**
 * Carries batches of changes into the live index, for as long as there are
 * more: opening an index costs more than a small batch.
 */
import type { ChangeLog, Cursor } from '#app/events/change_log'
import { readingOf } from '#app/events/consumer'
import type { ChangeBatch } from '#app/events/consumer_definition'
import type { IndexWriter } from '#app/search_engine/engine'
import { ChangeApplication } from './apply_changes.js'
import type { DocumentLoader } from './document_loader.js'

/** Milliseconds for which changes are applied before they are committed. */
const UNSEEN = 1_000
/** Milliseconds after which the index is opened again: another may have taken its place. */
const OPEN = 10_000

export interface Following {
  loader: DocumentLoader
  writer: IndexWriter
  log: Pick<ChangeLog, 'read'>
  /** Tables whose changes matter. */
  tables: readonly string[]
  /** Called before the index is given this position. */
  committing: (cursor: Cursor) => void
}

/**
 * Applies a batch, and those after it. Their position is committed with them
 * every second, so that a stop loses no more than that.
 *
 * @param checkpoint where the index is
 * @returns where it arrived
 * @throws Interrupted when the signal was raised; what was committed stays
 */
export async function followChanges(
  { loader, writer, log, tables, committing }: Following,
  checkpoint: Cursor,
  { changes, cursor, more, signal }: ChangeBatch
): Promise<Cursor> {
  const opened = Date.now()
  let committed = opened
  let position = checkpoint
  let batch = { changes, cursor, more }
  for (;;) {
    await new ChangeApplication(loader, writer, position, signal).apply(batch.changes)
    const now = Date.now()
    const isLast = !batch.more || now - opened >= OPEN
    if (isLast || now - committed >= UNSEEN) {
      position = batch.cursor
      committing(position)
      await writer.commit(position)
      committed = now
    }
    if (isLast) return batch.cursor
    batch = await log.read({ after: batch.cursor, ...readingOf({ tables }) })
  }
}
