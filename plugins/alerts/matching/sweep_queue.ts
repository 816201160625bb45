/**
 * What is left to the nightly sweep: parents that changed and were not compared
 * whole, kept in the database until they have been.
 */
import type { Database } from '@adonisjs/lucid/database'

/** Parents that are left, with the fields that may have changed; null: any. */
export type LeftParents = Map<number, ReadonlySet<string> | null>

/** Parents looked at whole. */
export type SweptParents = ReadonlyMap<number, Swept>

export interface Swept {
  /** Milliseconds since 1970. */
  changedAt: number
  fields: ReadonlySet<string> | null
  /** Children that say they changed since then may have; null: none did. */
  childrenSince: Date | null
}

/** Parents looked at together. */
const AT_ONCE = 100

interface Row {
  parent_key: string
  /** As text: microseconds matter. */
  touched_at: string
  milliseconds: string
  fields: string[] | null
  children_since: Date | null
}

export class SweepQueue {
  constructor(readonly database: Pick<Database, 'rawQuery'>) {}

  /**
   * Adds parents of an index that changed just now.
   *
   * @param childrenSince their children may have changed, too, since then
   */
  async add(index: string, left: LeftParents, childrenSince: Date | null = null): Promise<void> {
    const rows = [...left].map(([key, fields]) => ({ key, fields: fields && [...fields] }))
    await this.database.rawQuery(
      `INSERT INTO search_alert_sweeps AS known (index_name, parent_key, fields, children_since)
       SELECT ?::text, key, fields, ?::timestamptz
       FROM json_to_recordset(?::json) AS l (key bigint, fields text[]) ORDER BY key
       ON CONFLICT (index_name, parent_key) DO UPDATE SET touched_at = clock_timestamp(),
         fields = known.fields || excluded.fields,
         children_since = least(known.children_since, excluded.children_since)`,
      [index, childrenSince, JSON.stringify(rows)] as never[]
    )
  }

  /**
   * Takes out the current entries, a portion at a time. Who asks for the next
   * one is done with it; one that was not finished is there the next time,
   * and so is what changed again meanwhile.
   */
  async *portions(index: string): AsyncGenerator<SweptParents> {
    const { rows: started } = await this.database.rawQuery<{ rows: { now: string }[] }>(
      'SELECT clock_timestamp()::text AS now'
    )
    for (let after = '0'; ;) {
      const { rows } = await this.database.rawQuery<{ rows: Row[] }>(
        `SELECT parent_key, touched_at::text, extract(epoch FROM touched_at) * 1000 AS milliseconds, fields, children_since
         FROM search_alert_sweeps WHERE index_name = ? AND parent_key > ? AND touched_at <= ?
         ORDER BY parent_key LIMIT ${AT_ONCE}`,
        [index, after, started[0]!.now]
      )
      if (!rows.length) return
      yield new Map(rows.map((row) => [Number(row.parent_key), sweptOf(row)]))
      await this.database.rawQuery(
        `DELETE FROM search_alert_sweeps s USING unnest(?::bigint[], ?::timestamptz[]) AS done (key, touched_at)
         WHERE s.index_name = ? AND s.parent_key = done.key AND s.touched_at = done.touched_at`,
        [rows.map((row) => row.parent_key), rows.map((row) => row.touched_at), index] as never[]
      )
      after = rows.at(-1)!.parent_key
    }
  }
}

function sweptOf({ milliseconds, fields, children_since: childrenSince }: Row): Swept {
  return { changedAt: Number(milliseconds), fields: fields && new Set(fields), childrenSince }
}
