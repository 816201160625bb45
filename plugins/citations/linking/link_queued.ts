/**
 * Processing of the linking queue.
 */
import {
  queueCiting,
  finishEntries,
  nextEntries,
  type DoneEntry,
  type QueuedEntry,
} from './queue.js'
import { addToImported, addToCounts } from './counts.js'
import { linkOpinions, type LinkServices } from './link_opinions.js'
import {
  linkingTransaction,
  queueingTransaction,
  type LinkingDatabase,
} from './linking_transaction.js'

/** Maximum opinions to link and IDs to check per step. */
const OPINIONS = 100
const KEYS = 10_000

/**
 * Processes the next part of the queue. After a crash, an unfinished step is
 * repeated and skips completed work.
 *
 * @returns false if the queue is empty
 */
export async function linkQueued(services: LinkServices, signal?: AbortSignal): Promise<boolean> {
  signal?.throwIfAborted()
  const { database } = services
  const entries = await nextEntries(database, OPINIONS)
  if (!entries.length) return false
  const { kind } = entries[0]!
  if (kind === 'opinions' || kind === 'opinions again') {
    const { ids, done } = await opinionsOf(services, entries)
    for (const { entry, upTo } of done) await forgetDeleted(database, entry.first, upTo)
    await linkOpinions(services, ids, { again: kind === 'opinions again', signal })
    await finishEntries(database, done)
    return true
  }
  const done = entries.map((entry) => ({
    entry,
    upTo: Math.min(entry.last, entry.first + KEYS - 1),
  }))
  if (kind === 'counts')
    await linkingTransaction(
      database,
      async (trx) => {
        for (const { entry, upTo } of done) await addToImported(trx, entry.first, upTo)
        await finishEntries(trx, done)
      },
      signal
    )
  else
    await queueingTransaction(database, async (trx) => {
      for (const { entry, upTo } of done)
        await queueCiting(trx, kind, { first: entry.first, last: upTo })
      await finishEntries(trx, done)
    })
  return true
}

/** Returns the next opinions of some ranges and the end of each processed part. */
async function opinionsOf(
  { database }: LinkServices,
  entries: readonly QueuedEntry[]
): Promise<{ ids: number[]; done: DoneEntry[] }> {
  const ids = new Set<number>()
  const done: DoneEntry[] = []
  for (const entry of entries) {
    const room = OPINIONS - ids.size
    if (room <= 0) break
    const { rows } = await database.rawQuery<{ rows: { id: string }[] }>(
      'SELECT id FROM opinions WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?',
      [entry.first, entry.last, room]
    )
    for (const row of rows) ids.add(Number(row.id))
    done.push({ entry, upTo: rows.length < room ? entry.last : Number(rows.at(-1)!.id) })
  }
  return { ids: [...ids].sort((one, other) => one - other), done }
}

/** Deletes the records of deleted opinions in a range of IDs and subtracts their edges from the counts. */
export async function forgetDeleted(
  database: LinkingDatabase,
  first: number,
  last: number
): Promise<void> {
  const { rows: found } = await database.rawQuery<{ rows: unknown[] }>(
    `SELECT 1 FROM linked_edges n WHERE ${DELETED} LIMIT 1`,
    [first, last]
  )
  if (!found.length) return
  await linkingTransaction(database, async (trx) => {
    const { rows } = await trx.rawQuery<{ rows: { cluster: string; edges: number }[] }>(
      `WITH deleted AS (DELETE FROM linked_edges n WHERE ${DELETED} RETURNING cited_cluster_id)
       SELECT cited_cluster_id AS cluster, count(*)::int AS edges FROM deleted GROUP BY 1`,
      [first, last]
    )
    await addToCounts(trx, new Map(rows.map(({ cluster, edges }) => [Number(cluster), -edges])))
  })
}

const DELETED = `n.citing_opinion_id BETWEEN ? AND ?
  AND NOT EXISTS (SELECT FROM opinions o WHERE o.id = n.citing_opinion_id)`
