/**
 * What linking remembers of opinions that are gone.
 */
import { addToCounts } from './counts.js'
import { linkingTransaction, type LinkingDatabase } from './linking_transaction.js'

/** Forgets edges of opinions that are gone, in a range of keys, and no longer counts them. */
export async function forgetGone(
  database: LinkingDatabase,
  first: number,
  last: number
): Promise<void> {
  const { rows: found } = await database.rawQuery<{ rows: unknown[] }>(
    `SELECT 1 FROM linked_edges n WHERE ${GONE} LIMIT 1`,
    [first, last]
  )
  if (!found.length) return
  await linkingTransaction(database, async (trx) => {
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
