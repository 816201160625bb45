/**
 * Citation counts of clusters: imported counts plus edges created by linking.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

interface Counted {
  id: string
  imported: number
  added: number
}

/**
 * Adds edges created by linking to the counts of clusters. If the count or the
 * modification time of a cluster differs from the last written values, the
 * count was imported since then, and all edges created by linking are added.
 *
 * @param changes differences by cluster
 */
export async function addToCounts(
  trx: TransactionClientContract,
  changes: ReadonlyMap<number, number>
): Promise<void> {
  const clusters = [...changes.keys()]
  if (!clusters.length) return
  // The lock is a separate statement, so that the next one sees the writes it waited for.
  await trx.rawQuery(
    'SELECT FROM opinion_clusters WHERE id = ANY (?) ORDER BY id FOR NO KEY UPDATE',
    [clusters] as never[]
  )
  const { rows } = await trx.rawQuery<{ rows: Counted[] }>(COUNTED, [clusters] as never[])
  const counts = rows.map(({ id, imported, added }) => {
    const sum = Math.max(added + changes.get(Number(id))!, 0)
    return { id: Number(id), added: sum, counted: imported + sum }
  })
  await trx.rawQuery(WRITE, [JSON.stringify(counts)])
}

const COUNTED = `
  SELECT c.id, coalesce(l.added, 0) AS added,
         c.citation_count - CASE WHEN (c.citation_count, c.date_modified) = (l.counted, l.date_counted)
                                 THEN l.added ELSE 0 END AS imported
  FROM opinion_clusters c LEFT JOIN linked_counts l ON l.cluster_id = c.id WHERE c.id = ANY (?)`

const WRITE = `
  WITH new AS (
    SELECT n.*, c.citation_count <> n.counted AS is_other,
           CASE WHEN c.citation_count <> n.counted THEN now() ELSE c.date_modified END AS at
    FROM json_to_recordset(?::json) AS n (id bigint, added int, counted int)
    JOIN opinion_clusters c ON c.id = n.id
  ), noted AS (
    INSERT INTO linked_counts AS known (cluster_id, added, counted, date_counted)
    SELECT id, added, counted, at FROM new
    ON CONFLICT (cluster_id) DO UPDATE
    SET added = excluded.added, counted = excluded.counted, date_counted = excluded.date_counted
    WHERE (known.added, known.counted, known.date_counted)
       <> (excluded.added, excluded.counted, excluded.date_counted)
  )
  UPDATE opinion_clusters c SET citation_count = new.counted, date_modified = new.at
  FROM new WHERE c.id = new.id AND new.is_other`

/**
 * Adds the edges created by linking to counts that were imported since the last
 * update, in a range of clusters.
 */
export async function addToImported(
  trx: TransactionClientContract,
  first: number,
  last: number
): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(IMPORTED, [first, last])
  await addToCounts(trx, new Map(rows.map(({ id }) => [Number(id), 0])))
}

const IMPORTED = `
  SELECT l.cluster_id AS id FROM linked_counts l JOIN opinion_clusters c ON c.id = l.cluster_id
  WHERE l.cluster_id BETWEEN ? AND ? AND (c.citation_count, c.date_modified) <> (l.counted, l.date_counted)`
