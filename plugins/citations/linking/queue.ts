/**
 * What is left to link, as ranges of keys.
 */
import type { QueryClientContract } from '@adonisjs/lucid/types/database'

/**
 * The keys and the work of each kind:
 * - `opinions`: link those whose text is not linked yet
 * - `opinions again`: link, as what they cite may have arrived or been deleted
 * - `opinions cited`, `clusters cited`: queue the opinions that cite, or may cite, these
 * - `links`: opinions, to be linked again where files replaced rows of linking
 * - `counts`: clusters, whose citation counts may have been imported
 * - `ambiguous`: queue opinions whose citations fit one cluster only by now; the keys are 0
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

/** An entry with the keys of all rows that say the same. */
export interface QueuedEntry extends QueueEntry {
  readonly ids: readonly number[]
}

/** How far into a range everything is done. */
export interface DoneEntry {
  readonly entry: QueuedEntry
  readonly upTo: number
}

type Client = Pick<QueryClientContract, 'rawQuery'>

/** All opinions again: instead of entries that lead to most of them, several times to each. */
export const EVERYTHING: QueueEntry = {
  kind: 'opinions again',
  first: 0,
  last: Number.MAX_SAFE_INTEGER,
}

/** Ranges of opinions of more keys wait for all others. */
const LONG = 100

/**
 * The order of entries: new opinions, others that are to be linked, these,
 * long ranges. Small ranges first. The index is on the same expressions.
 */
const IS_LONG = `(kind IN ('opinions', 'opinions again') AND last - first >= ${LONG})`
const ORDER = `${IS_LONG}, (kind = 'opinions again'), (last - first), id`

export async function enqueue(client: Client, entries: readonly QueueEntry[]): Promise<void> {
  // A new run over everything includes the rest of the last one.
  if (entries.includes(EVERYTHING))
    await client.rawQuery(`DELETE FROM linking_queue WHERE ${IS_LONG}`)
  await client.rawQuery(
    `INSERT INTO linking_queue (kind, first, last)
     SELECT DISTINCT kind, first, last
     FROM json_to_recordset(?::json) AS e (kind text, first bigint, last bigint) ORDER BY kind, first`,
    [JSON.stringify(entries)]
  )
}

/** Entries of one kind. */
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

/** Takes out entries that are done, and the done part of the others. */
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
