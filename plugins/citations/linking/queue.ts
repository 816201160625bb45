/**
 * The linking queue: ranges of IDs.
 */
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * Kinds of entries:
 * - `opinions`: link opinions whose text is not linked yet
 * - `opinions again`: link opinions whose cited cases may have been added or deleted
 * - `opinions cited`, `clusters cited`: queue the opinions that cite, or may cite, these
 * - `links`: queue opinions whose rows created by linking were replaced by files
 * - `counts`: update clusters whose citation counts may have been imported
 * - `ambiguous`: queue opinions whose citations now match only one cluster; the IDs are 0
 */
export type QueueKind =
  | 'opinions'
  | 'opinions again'
  | 'opinions cited'
  | 'clusters cited'
  | 'links'
  | 'counts'
  | 'ambiguous'

export interface QueueEntry {
  readonly kind: QueueKind
  readonly first: number
  readonly last: number
}

/** An entry with the IDs of all equal rows. */
export interface QueuedEntry extends QueueEntry {
  readonly ids: readonly number[]
}

/** The processed part of an entry. */
export interface DoneEntry {
  readonly entry: QueuedEntry
  readonly upTo: number
}

type Client = Pick<QueryClientContract, 'rawQuery'>

/** Links all opinions again, instead of many entries that would queue most of them repeatedly. */
export const EVERYTHING: QueueEntry = {
  kind: 'opinions again',
  first: 0,
  last: Number.MAX_SAFE_INTEGER,
}

/** Ranges of opinions with more IDs are processed last. */
const LONG = 100

/**
 * Order of entries: new opinions first, long ranges last, short ranges before
 * longer ones. An index has the same expressions.
 */
const IS_LONG = `(kind IN ('opinions', 'opinions again') AND last - first >= ${LONG})`
const ORDER = `${IS_LONG}, (kind = 'opinions again'), (last - first), id`

/** Selects the ranges of many opinions. */
export const LONG_RANGES = `SELECT FROM linking_queue WHERE ${IS_LONG}`

export async function enqueue(client: Client, entries: readonly QueueEntry[]): Promise<void> {
  // A new run over all opinions includes the rest of the previous one.
  if (entries.includes(EVERYTHING))
    await client.rawQuery(`DELETE FROM linking_queue WHERE ${IS_LONG}`)
  await client.rawQuery(
    `INSERT INTO linking_queue (kind, first, last)
     SELECT DISTINCT kind, first, last
     FROM json_to_recordset(?::json) AS e (kind text, first bigint, last bigint) ORDER BY kind, first`,
    [JSON.stringify(entries)]
  )
}

/** Returns the next entries, all of the same kind. */
export async function nextEntries(client: Client, limit: number): Promise<QueuedEntry[]> {
  const { rows } = await client.rawQuery<{ rows: { entry: QueuedEntry }[] }>(
    `WITH next AS MATERIALIZED (SELECT * FROM linking_queue ORDER BY ${ORDER} LIMIT ?),
     distinct_next AS (SELECT DISTINCT kind, first, last FROM next
                       WHERE kind = (SELECT kind FROM next ORDER BY ${ORDER} LIMIT 1))
     SELECT json_build_object('kind', kind, 'first', first, 'last', last, 'ids',
              (SELECT json_agg(q.id) FROM linking_queue q WHERE (q.kind, q.first, q.last) = (d.kind, d.first, d.last))) AS entry
     FROM distinct_next d ORDER BY last - first, first`,
    [limit]
  )
  return rows.map(({ entry }) => entry)
}

/** Removes processed entries and the processed part of the others. */
export async function finishEntries(client: Client, done: readonly DoneEntry[]): Promise<void> {
  const given = `json_to_recordset(?::json) AS d (id bigint, "upTo" bigint)`
  const rows = JSON.stringify(
    done.flatMap(({ entry, upTo }) => entry.ids.map((id) => ({ id, upTo })))
  )
  await client.rawQuery(
    `DELETE FROM linking_queue q USING ${given} WHERE q.id = d.id AND q.last <= d."upTo"`,
    [rows]
  )
  await client.rawQuery(
    `UPDATE linking_queue q SET first = d."upTo" + 1 FROM ${given} WHERE q.id = d.id AND q.last > d."upTo"`,
    [rows]
  )
}

/** Kinds of entries that queue opinions. */
type CitedKind = Exclude<QueueKind, 'opinions' | 'opinions again' | 'counts'>

/** Queues the opinions that cite, or may cite, a range of rows. */
export async function queueCiting(
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

/**
 * SQL for opinions that cite a cluster of `changed (id)`, or contain a citation of one of these,
 * including opinions of the clusters themselves.
 */
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
  // An edge or parenthetical created by linking was deleted or replaced by a file.
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
