/** Rows of other tables that a record contains. They are replaced as a whole. */
import type pg from 'pg'
import type { Resource } from '#api/resource'
import { ident } from '#app/support/sql_text'
import type { StoredRows } from './mirrored_resources.js'
import { listRecords } from './same_record.js'
import { filled, isMissing, type Row, type TableRows } from './table_rows.js'

/** Free IDs below the ID of the next row that are tried. */
const TRIED_IDS = 1_000

export class NestedRows {
  constructor(
    readonly client: pg.ClientBase,
    readonly tables: TableRows
  ) {}

  /**
   * Replaces the rows of a record. They keep the upstream's ID where rows below them show it.
   *
   * @param key of the record, or ID of the row that contains these rows
   * @returns keys of other records that had a row with the ID of one of these rows
   */
  async replace(
    part: StoredRows,
    key: string,
    record: Record<string, unknown>,
    wait: (target: Resource, key: string) => void
  ): Promise<string[]> {
    const { table, column } = part
    const given = listRecords(record[part.name])
    await this.client.query(`DELETE FROM ${ident(table)} WHERE ${ident(column)} = $1`, [key])
    if (!given.length) return []
    const columns = await this.tables.columns(table)
    const rows = await this.tables.read(part.columns, given, (_, target, missing) =>
      wait(target, missing)
    )
    const displaced = await this.#identify(part, rows, given)
    for (const [at, row] of rows.entries()) {
      const values: Row = { ...row, [column]: key }
      const names = Object.keys(values)
      if (names.some((name) => isMissing(values[name]) && columns.get(name)!.fallback === null))
        continue
      const types = names.map((name) => `${ident(name)} ${columns.get(name)!.type}`).join(', ')
      const { rows: made } = await this.client.query<{ id: string }>(
        `INSERT INTO ${ident(table)} (${names.map(ident).join(', ')})
         SELECT ${names.map((name) => filled(name, columns.get(name)!)).join(', ')}
         FROM json_to_record($1) AS raw (${types})
         RETURNING ${part.rows.length ? 'id::text' : 'NULL AS id'}`,
        [JSON.stringify(values)]
      )
      for (const inner of part.rows) await this.replace(inner, made[0]!.id, given[at]!, wait)
    }
    return displaced
  }

  /**
   * Sets the IDs of rows that show them, or whose inner rows show them. Rows without a known ID
   * before one of those get a free lower ID, because rows are in the order of their IDs; the others
   * get the next ID of this server.
   *
   * @returns keys of other records whose row had one of these IDs; the row is deleted
   */
  async #identify(
    { table, column, rows: inner }: StoredRows,
    rows: Row[],
    given: readonly Record<string, unknown>[]
  ): Promise<string[]> {
    for (const [at, row] of rows.entries()) {
      const id = inner.map((one) => readParentId(one, given[at]!)).find((one) => !isMissing(one))
      if (id !== undefined) row.id = id
    }
    const ids = rows.flatMap(({ id }) => (isMissing(id) ? [] : [String(id)]))
    if (!ids.length) return []
    const { rows: others } = await this.client.query<{ key: string }>(
      `DELETE FROM ${ident(table)} WHERE id = ANY ($1) RETURNING ${ident(column)}::text AS key`,
      [ids]
    )
    // The upstream's local IDs may be in the range of this server.
    const sequence = `pg_get_serial_sequence($1, 'id')::regclass`
    await this.client.query(
      `SELECT setval(${sequence}, highest) FROM (SELECT max(id) AS highest FROM unnest($2::bigint[]) AS id) given
       WHERE highest > coalesce(pg_sequence_last_value(${sequence}), 0)`,
      [table, ids]
    )
    for (let at = rows.length - 2; at >= 0; at--) {
      const next = rows[at + 1]!.id
      if (!isMissing(rows[at]!.id) || isMissing(next)) continue
      const before = rows.slice(0, at).findLast(({ id }) => !isMissing(id))?.id ?? 0
      const free = await this.client.query<{ id: string }>(
        `SELECT id::text FROM generate_series($1::bigint - 1, greatest($2::bigint + 1, $1::bigint - ${TRIED_IDS}), -1) AS id
         WHERE NOT EXISTS (SELECT FROM ${ident(table)} t WHERE t.id = id.id) ORDER BY id DESC LIMIT 1`,
        [next, before]
      )
      if (free.rows[0]) rows[at]!.id = free.rows[0].id
    }
    return others.map(({ key }) => key)
  }
}

/** The ID of a row in the rows below it. */
function readParentId(
  { name, column, columns }: StoredRows,
  row: Record<string, unknown>
): unknown {
  const shown = columns.find((one) => one.column === column)
  const [first] = (row[name] ?? []) as Record<string, unknown>[]
  return first && shown?.read(first)
}
