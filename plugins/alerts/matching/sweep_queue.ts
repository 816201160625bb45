/** Incompletely compared parents, stored until the nightly sweep has compared them. */
import type { Database } from '@adonisjs/lucid/database'

/** Deferred parents, with the fields that may have changed; null for any. */
export type LeftParents = Map<number, ReadonlySet<string> | null>

/** Parents to compare completely. */
export type SweptParents = ReadonlyMap<number, Swept>

export interface Swept {
  /** Milliseconds since 1970. */
  changedAt: number
  fields: ReadonlySet<string> | null
  /** Children modified since then may have changed; null if none did. */
  childrenSince: Date | null
}

/** Parents per portion. */
const AT_ONCE = 100

interface Row {
  parent_key: string
  /** As text, to keep microseconds. */
  touched_at: string
  milliseconds: string
  fields: string[] | null
  children_since: Date | null
}

export class SweepQueue {
  constructor(readonly database: Pick<Database, 'rawQuery'>) {}

  /**
   * Adds parents of an index that have just changed.
   *
   * @param childrenSince children modified since then may have changed, too
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
   * Yields the current entries in portions, and deletes each portion when the
   * caller continues. Entries that weren't finished or have changed again remain.
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
