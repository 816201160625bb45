/**
 * Carries batches of changes into a live index, for as long as there are
 * more: opening an index costs more than a small batch.
 */
import type { ConnectionSettings } from '#app/database/connection'
import type { ChangeLog, Cursor } from '#app/events/change_log'
import { readingOf, type ChangeBatch } from '#app/events/consumer_definition'
import type { IndexWriter, SearchEngine } from '#app/search_engine/engine'
import type { SearchIndexDefinition } from '../define_search_index.js'
import { ChangeApplication } from './apply_changes.js'
import { withArchive } from './archive_connection.js'
import { DocumentLoader } from './document_loader.js'

/** Milliseconds for which changes are applied before they are committed. */
const UNSEEN = 1_000
/** Milliseconds after which the index is opened again: another may have taken its place. */
const OPEN = 10_000

export interface Following {
  index: SearchIndexDefinition
  engine: Pick<SearchEngine, 'openWriter'>
  log: Pick<ChangeLog, 'read'>
  connection: ConnectionSettings
  /** Called before the index is given this position. */
  committing: (cursor: Cursor) => void
  /** Documents one batch may concern; any number when absent. */
  most?: number
}

/**
 * Applies a batch, and those after it. Their position is committed with them
 * every second, so that a stop loses no more than that.
 *
 * @param expected where the index is, as far as is known
 * @returns where it arrived
 * @throws Interrupted when the signal was raised; what was committed stays
 * @throws TooManyDocuments when a batch concerns more than may be
 */
export async function followIndex(
  following: Following,
  expected: Cursor | null,
  batch: ChangeBatch
): Promise<Cursor> {
  const { index, engine, connection } = following
  return withArchive(connection, batch.signal, async (archive) => {
    const writer = await engine.openWriter(index.name, 'live')
    try {
      const checkpoint = await writer.checkpoint()
      // A rebuilt index may have taken its place, and have an older checkpoint than what was read.
      if (checkpoint === null || checkpoint !== expected)
        throw new Error(`The index "${index.name}" has been replaced.`)
      const loader = new DocumentLoader(index, archive)
      return await applyBatches(following, loader, writer, checkpoint, batch)
    } catch (error) {
      await writer.rollback()
      throw error
    } finally {
      await writer.close()
    }
  })
}

async function applyBatches(
  { index, log, committing, most }: Following,
  loader: DocumentLoader,
  writer: IndexWriter,
  checkpoint: Cursor,
  { changes, cursor, more, signal }: ChangeBatch
): Promise<Cursor> {
  const tables = Object.keys(index.follows)
  const opened = Date.now()
  let committed = opened
  let position = checkpoint
  let batch = { changes, cursor, more }
  for (;;) {
    await new ChangeApplication(loader, writer, position, signal, most).apply(batch.changes)
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
