/**
 * What is left to link, as ranges of keys: small ones first, so that a new
 * opinion does not wait for a first import.
 */
import type { QueryClientContract } from '@adonisjs/lucid/types/database'

/**
 * What the keys are, and what is to be done:
 * - `opinions`: link those whose text is not linked yet
 * - `opinions again`: link, as what they cite may have come or gone
 * - `opinions cited`, `clusters cited`: queue the opinions that cite, or may cite, these
 * - `edges`: opinions, to be linked again where files replaced edges of linking
 * - `counts`: clusters, whose citation counts may have been imported
 * - `ambiguous`: queue opinions whose citations fit one cluster only by now; the keys do not matter
 */
export type QueueKind =
  | 'opinions'
  | 'opinions again'
  | 'opinions cited'
  | 'clusters cited'
  | 'edges'
  | 'counts'
  | 'ambiguous'

export interface QueueEntry {
  readonly kind: QueueKind
  readonly first: number
  readonly last: number
}

type Client = Pick<QueryClientContract, 'rawQuery'>

export async function enqueue(client: Client, entries: readonly QueueEntry[]): Promise<void> {
  await client.rawQuery(
    `INSERT INTO linking_queue (kind, first, last)
     SELECT DISTINCT kind, first, last
     FROM json_to_recordset(?::json) AS e (kind text, first bigint, last bigint) ORDER BY kind, first`,
    [JSON.stringify(entries)]
  )
}

/** Entries of one kind, the smallest ranges first. */
export async function nextEntries(
  client: Client,
  limit: number
): Promise<(QueueEntry & { id: number })[]> {
  const { rows } = await client.rawQuery<{ rows: { entry: QueueEntry & { id: number } }[] }>(
    `WITH next AS (SELECT * FROM linking_queue ORDER BY last - first, id LIMIT ?)
     SELECT json_build_object('id', id, 'kind', kind, 'first', first, 'last', last) AS entry FROM next
     WHERE kind = (SELECT kind FROM next ORDER BY last - first, id LIMIT 1) ORDER BY last - first, id`,
    [limit]
  )
  return rows.map(({ entry }) => entry)
}

/** Takes out entries that are done, and the done part of the others. */
export async function finishEntries(
  client: Client,
  done: readonly { id: number; upTo: number }[]
): Promise<void> {
  const given = `json_to_recordset(?::json) AS d (id bigint, "upTo" bigint)`
  const rows = JSON.stringify(done)
  await client.rawQuery(
    `DELETE FROM linking_queue q USING ${given} WHERE q.id = d.id AND q.last <= d."upTo"`,
    [rows]
  )
  await client.rawQuery(
    `UPDATE linking_queue q SET first = d."upTo" + 1 FROM ${given} WHERE q.id = d.id AND q.last > d."upTo"`,
    [rows]
  )
}
