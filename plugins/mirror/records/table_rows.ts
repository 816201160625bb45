/** Rows of tables as records of the upstream describe them, and what the tables require. */
import type pg from 'pg'
import type { Resource } from '#api/resource'
import { ident } from '#app/support/sql_text'
import type { StoredColumn } from './mirrored_resources.js'

export interface TableColumn {
  type: string
  /** SQL of the value of a column that can't be null; null: it has none, undefined: may be null. */
  fallback?: string | null
}

/** Values of a row by column. */
export type Row = Record<string, unknown>
/** Reports a record whose link or row refers to a missing record. */
export type Wait<T> = (record: T, target: Resource, key: string) => void

export class TableRows {
  readonly #tables = new Map<string, Map<string, TableColumn>>()

  constructor(readonly client: pg.ClientBase) {}

  /** Rows of records; links to missing records are empty. */
  async read<T extends Record<string, unknown>>(
    columns: readonly StoredColumn[],
    records: readonly T[],
    wait: Wait<T>
  ): Promise<Row[]> {
    const rows = records.map((record) =>
      Object.fromEntries(columns.map(({ column, read }) => [column, read(record)]))
    )
    for (const { column, refersTo, lookup } of columns) {
      const wanted = rows.flatMap((row) => (isMissing(row[column]) ? [] : [String(row[column])]))
      if (refersTo && wanted.length) {
        const known = await this.existing(refersTo, [...new Set(wanted)])
        for (const [at, row] of rows.entries()) {
          const key = row[column]
          if (isMissing(key) || known.has(String(key))) continue
          // A record of the same batch is found in the next pass, too.
          wait(records[at]!, refersTo, String(key))
          row[column] = null
        }
      }
      if (lookup && wanted.length) {
        const ids = await this.#codes(lookup, [...new Set(wanted)])
        for (const row of rows) row[column] = ids.get(String(row[column])) ?? null
      }
    }
    return rows
  }

  /** Keys that exist. */
  async existing({ table, key }: Resource, keys: readonly string[]): Promise<Set<string>> {
    if (!keys.length) return new Set()
    const type = key.type === 'string' ? 'text' : 'bigint'
    const { rows } = await this.client.query<{ key: string }>(
      `SELECT ${ident(key.column)}::text AS key FROM ${ident(table)} WHERE ${ident(key.column)} = ANY ($1::${type}[])`,
      [keys]
    )
    return new Set(rows.map((row) => row.key))
  }

  async columns(table: string): Promise<Map<string, TableColumn>> {
    const known = this.#tables.get(table)
    if (known) return known
    const { rows } = await this.client.query<{
      name: string
      type: string
      required: boolean
      fallback: string | null
      identity: string
    }>(
      `SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS required,
              pg_get_expr(adbin, adrelid) AS fallback, attidentity::text AS identity
       FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
       WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
      [ident(table)]
    )
    const columns = new Map(
      rows.map(({ name, type, required, fallback, identity }) => [
        name,
        { type, ...(required && identity === '' && { fallback }) },
      ])
    )
    this.#tables.set(table, columns)
    return columns
  }

  /** IDs of codes; those that don't exist are created. */
  async #codes(
    { table, column }: { table: string; column: string },
    wanted: readonly string[]
  ): Promise<Map<string, string>> {
    const code = ident(column)
    await this.client.query(
      `INSERT INTO ${ident(table)} (${code}) SELECT given FROM unnest($1::text[]) AS given
       WHERE NOT EXISTS (SELECT FROM ${ident(table)} WHERE ${code} = given)`,
      [wanted]
    )
    const { rows } = await this.client.query<{ id: string; code: string }>(
      `SELECT id::text, ${code}::text AS code FROM ${ident(table)} WHERE ${code} = ANY ($1)`,
      [wanted]
    )
    return new Map(rows.map((row) => [row.code, row.id]))
  }
}

export function isMissing(value: unknown): boolean {
  return value === null || value === undefined
}

/** A value, or the default of a column that can't be null. */
export function filled(name: string, { fallback }: TableColumn): string {
  const column = `raw.${ident(name)}`
  return fallback ? `coalesce(${column}, ${fallback}) AS ${ident(name)}` : column
}
