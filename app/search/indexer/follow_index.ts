/**
 * Applies batches of changes to a live index while more are available: opening
 * an index costs more than applying a small batch.
 */
import type { ConnectionSettings } from '#app/database/connection'
import type { ChangeLog, Cursor } from '#app/events/change_log'
import { getConsumerReadLimits, type ChangeBatch } from '#app/events/consumer_definition'
import type { IndexWriter, SearchEngine } from '#app/search_engine/engine'
import type { SearchIndexDefinition } from '../define_search_index.js'
import { ChangeApplication } from './apply_changes.js'
import { withArchive } from './archive_connection.js'
import { DocumentLoader } from './document_loader.js'

/** Milliseconds between commits. */
const UNSEEN = 1_000
/** Milliseconds after which the index is reopened, in case another has replaced it. */
const OPEN = 10_000

export interface Following {
  index: SearchIndexDefinition
  engine: Pick<SearchEngine, 'openWriter'>
  log: Pick<ChangeLog, 'read'>
  connection: ConnectionSettings
  /** Called before the index commits this position. */
  committing: (cursor: Cursor) => void
  /** Maximum number of documents affected by one batch; unlimited if absent. */
  most?: number
}

/**
 * Applies a batch and the following batches. Their position is committed with
 * them every second, so that a stop loses at most that much work.
 *
 * @param expected the last known position of the index
 * @returns the new position
 * @throws Interrupted when the signal was raised; commits are kept
 * @throws TooManyDocuments when a batch affects more documents than allowed
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
      // A rebuilt index may have replaced it, with an older checkpoint than the last read.
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
    batch = await log.read({ after: batch.cursor, ...getConsumerReadLimits({ tables }) })
  }
}
