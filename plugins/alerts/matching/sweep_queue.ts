/**
 * What is left to the night: parents that changed and were not looked at
 * whole, kept in the database until they have been.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { SweptParents } from './match_documents.js'

/** Parents looked at together. */
const AT_ONCE = 100

interface Row {
  parent_key: string
  /** As text: microseconds matter. */
  touched_at: string
  milliseconds: string
}

export class SweepQueue {
  constructor(readonly database: Pick<Database, 'rawQuery'>) {}

  /** Adds parents of an index that changed just now. */
  async add(index: string, keys: number[]): Promise<void> {
    await this.database.rawQuery(
      `INSERT INTO search_alert_sweeps (index_name, parent_key) SELECT DISTINCT ?::text, key FROM unnest(?::bigint[]) AS key ORDER BY key
       ON CONFLICT (index_name, parent_key) DO UPDATE SET touched_at = clock_timestamp()`,
      [index, keys] as never[]
    )
  }

  /**
   * Takes out what is there now, a portion at a time. Who asks for the next
   * one is done with it; one that was not finished is there the next time,
   * and so is what changed again meanwhile.
   */
  async *portions(index: string): AsyncGenerator<SweptParents> {
    const { rows: started } = await this.database.rawQuery<{ rows: { now: string }[] }>(
      'SELECT clock_timestamp()::text AS now'
    )
    for (let after = '0'; ;) {
      const { rows } = await this.database.rawQuery<{ rows: Row[] }>(
        `SELECT parent_key, touched_at::text, extract(epoch FROM touched_at) * 1000 AS milliseconds
         FROM search_alert_sweeps WHERE index_name = ? AND parent_key > ? AND touched_at <= ?
         ORDER BY parent_key LIMIT ${AT_ONCE}`,
        [index, after, started[0]!.now]
      )
      if (!rows.length) return
      yield new Map(rows.map((row) => [Number(row.parent_key), Number(row.milliseconds)]))
      await this.database.rawQuery(
        `DELETE FROM search_alert_sweeps s USING unnest(?::bigint[], ?::timestamptz[]) AS done (key, touched_at)
         WHERE s.index_name = ? AND s.parent_key = done.key AND s.touched_at = done.touched_at`,
        [rows.map((row) => row.parent_key), rows.map((row) => row.touched_at), index] as never[]
      )
      after = rows.at(-1)!.parent_key
    }
  }
}
