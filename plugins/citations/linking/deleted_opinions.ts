/**
 * The records of linking about deleted opinions.
 */
import { addToCounts } from './counts.js'
import { linkingTransaction, type LinkingDatabase } from './linking_transaction.js'

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
