/**
 * One step through the queue.
 */
import { addToCounts } from './counts.js'
import { linkOpinions, type LinkServices } from './link_opinions.js'
import { markOrigin } from '#app/events/origin'
import { finishEntries, nextEntries, type QueueEntry, type QueueKind } from './queue.js'
import { ORIGIN } from './write_links.js'

/** Opinions linked, and keys looked at, in a step. */
const OPINIONS = 100
const KEYS = 10_000

/**
 * Does the next part of what is queued. What a step did not finish is still
 * queued behind a crash; it finds done what was done.
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
    await dropGone(services, entries, done)
    await linkOpinions(services, ids, { again: kind === 'opinions again', signal })
    await finishEntries(database, done)
    return true
  }
  const done = entries.map(({ id, first, last }) => ({
    id,
    upTo: Math.min(last, first + KEYS - 1),
  }))
  await database.transaction(async (trx) => {
    await markOrigin(trx, ORIGIN)
    for (const [place, { first }] of entries.entries()) {
      const range = [first, done[place]!.upTo]
      if (kind === 'counts') {
        const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(IMPORTED_COUNTS, range)
        await addToCounts(trx, new Map(rows.map(({ id }) => [Number(id), 0])))
      } else if (kind === 'ambiguous') await trx.rawQuery(again(AMBIGUOUS))
      else await trx.rawQuery(again(CITING[kind]), range.concat(range))
      if (kind === 'ambiguous') break
    }
    const all = entries.map(({ id, last }) => ({ id, upTo: last }))
    await finishEntries(trx, kind === 'ambiguous' ? all : done)
  })
  return true
}

/** The next opinions of some ranges, and how far into each they reach. */
async function opinionsOf(
  { database }: LinkServices,
  entries: readonly (QueueEntry & { id: number })[]
): Promise<{ ids: number[]; done: { id: number; upTo: number }[] }> {
  const ids = new Set<number>()
  const done: { id: number; upTo: number }[] = []
  for (const { id, first, last } of entries) {
    const room = OPINIONS - ids.size
    if (room <= 0) break
    const { rows } = await database.rawQuery<{ rows: { id: string }[] }>(
      'SELECT id FROM opinions WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?',
      [first, last, room]
    )
    for (const row of rows) ids.add(Number(row.id))
    done.push({ id, upTo: rows.length < room ? last : Number(rows.at(-1)!.id) })
  }
  return { ids: [...ids].sort((one, other) => one - other), done }
}

/** Takes back the counts of opinions that are gone. */
async function dropGone(
  { database }: LinkServices,
  entries: readonly (QueueEntry & { id: number })[],
  done: readonly { id: number; upTo: number }[]
): Promise<void> {
  for (const { id, upTo } of done) {
    const { first } = entries.find((entry) => entry.id === id)!
    await dropNotesOfGone(database, first, upTo)
  }
}

/** Forgets edges of opinions that are gone, in a range of keys, and no longer counts them. */
export async function dropNotesOfGone(
  database: LinkServices['database'],
  first: number,
  last: number
): Promise<void> {
  const { rows: found } = await database.rawQuery<{ rows: unknown[] }>(
    `SELECT 1 FROM linked_edges n WHERE ${GONE} LIMIT 1`,
    [first, last]
  )
  if (!found.length) return
  await database.transaction(async (trx) => {
    await markOrigin(trx, ORIGIN)
    const { rows } = await trx.rawQuery<{ rows: { cluster: string; edges: number }[] }>(
      `WITH gone AS (DELETE FROM linked_edges n WHERE ${GONE} RETURNING cited_cluster_id)
       SELECT cited_cluster_id AS cluster, count(*)::int AS edges FROM gone GROUP BY 1`,
      [first, last]
    )
    await addToCounts(trx, new Map(rows.map(({ cluster, edges }) => [Number(cluster), -edges])))
  })
}

const GONE = `n.citing_opinion_id BETWEEN ? AND ?
  AND NOT EXISTS (SELECT FROM opinions o WHERE o.id = n.citing_opinion_id)`

const again = (citing: string) =>
  `INSERT INTO linking_queue (kind, first, last)
   SELECT DISTINCT 'opinions again', citing, citing FROM (${citing}) AS c (citing) ORDER BY citing`

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

const CITING: Record<
  Exclude<QueueKind, 'opinions' | 'opinions again' | 'counts' | 'ambiguous'>,
  string
> = {
  'opinions cited': `${citersOf('SELECT cluster_id FROM opinions WHERE id BETWEEN ? AND ?')}
    UNION SELECT n.citing_opinion_id FROM linked_edges n WHERE n.cited_opinion_id BETWEEN ? AND ?`,
  'clusters cited': `${citersOf('SELECT id FROM opinion_clusters WHERE id BETWEEN ? AND ?')}
    UNION SELECT n.citing_opinion_id FROM linked_edges n WHERE n.cited_cluster_id BETWEEN ? AND ?`,
  // An edge of ours is gone, or one of a file leads to the same cluster.
  'edges': `
    SELECT n.citing_opinion_id FROM linked_edges n WHERE n.citing_opinion_id BETWEEN ? AND ?
      AND NOT EXISTS (SELECT FROM opinions_cited e WHERE e.id = n.edge_id)
    UNION SELECT n.citing_opinion_id FROM linked_edges n
    JOIN opinions_cited e ON e.citing_opinion_id = n.citing_opinion_id
    JOIN opinions o ON o.id = e.cited_opinion_id AND o.cluster_id = n.cited_cluster_id
    WHERE n.citing_opinion_id BETWEEN ? AND ? AND NOT EXISTS (SELECT FROM linked_edges m WHERE m.edge_id = e.id)`,
}

const AMBIGUOUS = `
  SELECT citing_opinion_id FROM unmatched_citations u WHERE status = 4 AND 2 > (
    SELECT count(DISTINCT c.cluster_id) FROM citations c
    WHERE (c.volume, c.reporter, c.page) = (u.volume, u.reporter, u.page))`

export const IMPORTED_COUNTS = `
  SELECT l.cluster_id AS id FROM linked_counts l JOIN opinion_clusters c ON c.id = l.cluster_id
  WHERE l.cluster_id BETWEEN ? AND ? AND (c.citation_count, c.date_modified) <> (l.counted, l.date_counted)`
