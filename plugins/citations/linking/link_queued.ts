/**
 * One step through the queue.
 */

import { addToImported, addToCounts } from './counts.js'
import { linkOpinions, type LinkServices } from './link_opinions.js'
import {
  linkingTransaction,
  queueingTransaction,
  type LinkingDatabase,
} from './linking_transaction.js'
import { finishEntries, nextEntries, type DoneEntry, type QueuedEntry, type QueueKind } from './queue.js'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Opinions linked, and keys looked at, in a step. */
const OPINIONS = 100
const KEYS = 10_000

/**
 * Does the next part of what is queued. What a step did not finish is still
 * queued after a crash; it skips what is done.
 *
 * @returns false when nothing is queued
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

/** The next opinions of some ranges, and how far into each they reach. */
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

/** Drops the recorded edges of deleted opinions in a range of keys, and subtracts them from the counts. */
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

/** Kinds of entries that lead to opinions. */
type CitedKind = Exclude<QueueKind, 'opinions' | 'opinions again' | 'counts'>

/** Queues the opinions that a range of keys leads to. */
async function queueCiting(
  trx: TransactionClientContract,
  kind: CitedKind,
  range: { first: number; last: number }
): Promise<void> {
  await trx.rawQuery(
    `INSERT INTO linking_queue (kind, first, last)
     SELECT DISTINCT 'opinions again', citing, citing FROM (${CITING[kind]}) AS c (citing) ORDER BY citing`,
    { first: range.first, last: range.last }
  )
}

/** Opinions that cite a cluster of `changed (id)`, or name a citation that one of these has; a decision may name its own. */
const citersOf = (changed: string) => `
  WITH changed (id) AS (${changed}),
  named AS (SELECT DISTINCT volume, reporter, page FROM citations WHERE cluster_id IN (SELECT id FROM changed))
  SELECT u.citing_opinion_id FROM named JOIN unmatched_citations u USING (volume, reporter, page) WHERE u.status <> 3
  UNION SELECT n.citing_opinion_id FROM linked_edges n WHERE n.cited_cluster_id IN (SELECT id FROM changed)
  UNION SELECT n.citing_opinion_id FROM named JOIN citations c USING (volume, reporter, page)
    JOIN linked_edges n ON n.cited_cluster_id = c.cluster_id
  UNION SELECT o.id FROM named JOIN citations c USING (volume, reporter, page)
    JOIN opinions o ON o.cluster_id = c.cluster_id`

const CITING: Record<CitedKind, string> = {
  'opinions cited': `${citersOf('SELECT cluster_id FROM opinions WHERE id BETWEEN :first AND :last')}
    UNION SELECT n.citing_opinion_id FROM linked_edges n WHERE n.cited_opinion_id BETWEEN :first AND :last`,
  'clusters cited': `${citersOf('SELECT id FROM opinion_clusters WHERE id BETWEEN :first AND :last')}
    UNION SELECT n.citing_opinion_id FROM linked_edges n WHERE n.cited_cluster_id BETWEEN :first AND :last`,
  // An edge or parenthetical of the linker was deleted, or a file has brought one that replaces it.
  'links': `
    SELECT n.citing_opinion_id FROM linked_edges n WHERE n.citing_opinion_id BETWEEN :first AND :last
      AND NOT EXISTS (SELECT FROM opinions_cited e WHERE e.id = n.edge_id)
    UNION SELECT n.citing_opinion_id FROM linked_edges n
    JOIN opinions_cited e ON e.citing_opinion_id = n.citing_opinion_id
    JOIN opinions o ON o.id = e.cited_opinion_id AND o.cluster_id = n.cited_cluster_id
    WHERE n.citing_opinion_id BETWEEN :first AND :last
      AND NOT EXISTS (SELECT FROM linked_edges m WHERE m.edge_id = e.id)
    UNION SELECT l.opinion_id FROM linked_opinions l WHERE l.opinion_id BETWEEN :first AND :last
      AND l.parentheticals <> '{}' AND l.parentheticals IS DISTINCT FROM
        ARRAY(SELECT p.id FROM parentheticals p WHERE p.describing_opinion_id = l.opinion_id ORDER BY p.id)`,
  'ambiguous': `
    SELECT citing_opinion_id FROM unmatched_citations u WHERE status = 4 AND 2 > (
      SELECT count(DISTINCT c.cluster_id) FROM citations c
      WHERE (c.volume, c.reporter, c.page) = (u.volume, u.reporter, u.page))`,
}
