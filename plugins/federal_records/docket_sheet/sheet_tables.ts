/** Reads and writes the tables of sheets over one connection with prepared statements. */

import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type pg from 'pg'
import { ident } from '#app/support/sql_text'

/** Undefined leaves a column unchanged; null empties it. */
export type Row = Record<string, unknown> & { id?: string | number }

export interface Change {
  table: string
  /** Rows with their `id` and all columns without a default. */
  rows: Row[]
  /** IDs of rows to delete. */
  gone?: string[]
}

export interface Counts {
  added: number
  changed: number
}

interface Column {
  type: string
  /** SQL of the value of an emptied column; null for SQL NULL. */
  blank: string | null
}

/** Columns of a table by name. */
type Columns = Map<string, Column>

/** Maximum prepared statements; most lines have the same columns. */
const MAX_PREPARED = 200

/** The part of a connection that tables use. */
export type Queries = Pick<pg.ClientBase, 'query'>

/** Forces index lookups until the transaction ends, because new tables have no statistics. */
const BY_KEYS = `SELECT set_config(name, 'off', true)
  FROM unnest('{enable_seqscan,enable_hashjoin,enable_mergejoin}'::text[]) AS name`

/** Tables over connections of the pool, and their queues. */
const ofConnections = new WeakMap<pg.ClientBase, { tables: SheetTables; queue: Queue }>()

/** Sends statements one after the other over a connection without pipelining. */
interface Queue extends Queries {
  /** Accepts statements again, for the next transaction. */
  reopen(): void
}

/** After a failure, statements that wait would run after the rollback, so they are rejected. */
function makeQueue(client: pg.ClientBase): Queue {
  let last: Promise<unknown> = Promise.resolve()
  let failure: { error: unknown } | undefined
  const send = async (given: Parameters<typeof client.query>) => {
    if (failure) throw failure.error
    try {
      return await client.query(...given)
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  const query = (...given: Parameters<typeof client.query>) => {
    const answer = last.then(() => send(given))
    last = answer.catch(() => {})
    return answer
  }
  return { query, reopen: () => (failure = undefined) } as unknown as Queue
}

export class SheetTables {
  readonly #statements = new Map<string, string>()
  readonly #reserves = new Map<string, KeyReserve>()

  private constructor(
    readonly client: Queries,
    readonly columns: Map<string, Columns>
  ) {}

  /** Tables of a Lucid transaction; prepared statements stay with the connection. */
  static async ofTransaction(trx: TransactionClientContract): Promise<SheetTables> {
    // In a transaction, the pool returns the transaction's connection.
    const client = (await trx.knexClient.client.acquireConnection()) as pg.ClientBase
    const known = ofConnections.get(client)
    known?.queue.reopen()
    const queue = known?.queue ?? makeQueue(client)
    const tables = known?.tables ?? (await SheetTables.open(queue))
    ofConnections.set(client, { tables, queue })
    await tables.query(BY_KEYS, [])
    return tables
  }

  static async open(client: Queries): Promise<SheetTables> {
    const { rows } = await client.query<Column & { table: string; name: string }>(
      `SELECT relname AS table, attname AS name, format_type(atttypid, atttypmod) AS type,
              CASE WHEN attnotnull THEN pg_get_expr(adbin, adrelid) END AS blank
       FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
         LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
       WHERE relkind = 'r' AND pg_table_is_visible(c.oid) AND attnum > 0 AND NOT attisdropped`
    )
    const columns = new Map<string, Columns>()
    for (const { table, name, type, blank } of rows)
      columns.set(table, (columns.get(table) ?? new Map()).set(name, { type, blank }))
    return new SheetTables(client, columns)
  }

  /** Runs a statement, which is prepared the first time. */
  query<R extends unknown[]>(text: string, values: unknown[]): Promise<pg.QueryArrayResult<R>> {
    if (!this.#statements.has(text) && this.#statements.size < MAX_PREPARED)
      this.#statements.set(text, `sheet ${this.#statements.size}`)
    const name = this.#statements.get(text)
    return this.client.query<R>({ name, text, values, rowMode: 'array' })
  }

  /** Assigns IDs to rows without one, above those in the sheet. */
  async giveKeys(table: string, rows: Row[]): Promise<void> {
    const reserve = this.#reserves.get(table) ?? new KeyReserve(this.client, table)
    this.#reserves.set(table, reserve)
    const highest = rows.reduce((most, { id = 0 }) => Math.max(most, Number(id)), 0)
    await reserve.stayAbove(highest)
    const without = rows.filter(({ id }) => id === undefined)
    if (!without.length) return
    const keys = await reserve.take(without.length)
    for (const [place, row] of without.entries()) row.id = keys[place]!
  }

  /**
   * Inserts new rows, with defaults for missing columns, and updates rows that differ. The last
   * occurrence of a duplicate row counts.
   *
   * @param changes parents before children
   * @returns the number of added and changed rows by table
   */
  async write(changes: Change[]): Promise<Map<string, Counts>> {
    // All are sent before the first response, so none follows a failure.
    const counts = changes.map(async ({ table, rows, gone = [] }) => {
      const [written] = await Promise.all([
        Promise.all(alike(rows).map((group) => this.#upsert(table, group))),
        gone.length && this.#remove(table, gone),
      ])
      return [table, sum(written)] as const
    })
    const all = Map.groupBy(await Promise.all(counts), ([table]) => table)
    return new Map([...all].map(([table, written]) => [table, sum(written.map(([, one]) => one))]))
  }

  /** @param rows rows with the same columns */
  async #upsert(table: string, rows: Row[]): Promise<Counts> {
    const columns = this.columns.get(table)!
    const names = Object.keys(rows[0]!)
    const values = names.filter((name) => name !== 'id').map(ident)
    const record = names.map((name) => `${ident(name)} ${columns.get(name)!.type}`).join(', ')
    const given = names.map((name) => filled(ident(name), columns.get(name)!)).join(', ')
    const list = (prefix: string) => values.map((name) => `${prefix}.${name}`).join(', ')
    const assignments = values.map((name) => `${name} = excluded.${name}`)
    if (columns.has('date_modified')) assignments.push('date_modified = now()')
    // Equal rows are excluded, because the insertion would lock them. The others are locked in
    // order, because dockets share people.
    const { rows: written } = await this.query<[added: boolean]>(
      `INSERT INTO ${ident(table)} (${names.map(ident).join(', ')})
       SELECT ${names.map((name) => `given.${ident(name)}`).join(', ')}
       FROM (SELECT ${given} FROM json_to_recordset($1) AS raw (${record})) AS given
         LEFT JOIN ${ident(table)} AS there USING (id)
       WHERE there.id IS NULL OR (${list('there')}) IS DISTINCT FROM (${list('given')})
       ORDER BY id
       ON CONFLICT (id) DO UPDATE SET ${assignments.join(', ')}
       RETURNING xmax = 0`,
      [JSON.stringify(rows)]
    )
    const added = written.filter(([isNew]) => isNew).length
    return { added, changed: written.length - added }
  }

  async #remove(table: string, keys: string[]): Promise<void> {
    await this.query(`DELETE FROM ${ident(table)} WHERE id = ANY($1::bigint[])`, [keys])
  }
}

/** Groups rows by their columns, with each row once. */
function alike(rows: Row[]): Row[][] {
  const whole = new Map<string, Row>()
  for (const row of rows) {
    const key = String(row.id)
    const earlier = whole.get(key)
    whole.set(key, earlier ? { ...earlier, ...named(row) } : named(row))
  }
  return [...Map.groupBy(whole.values(), (row) => Object.keys(row).join()).values()]
}

function named(row: Row): Row {
  if (!Object.values(row).includes(undefined)) return row
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
}

/** Replaces null with the default in a NOT NULL column. */
function filled(column: string, { blank }: Column): string {
  return blank === null ? column : `coalesce(${column}, ${blank}) AS ${column}`
}

function sum(counts: Counts[]): Counts {
  return {
    added: counts.reduce((total, { added }) => total + added, 0),
    changed: counts.reduce((total, { changed }) => total + changed, 0),
  }
}

/** The table's sequence. */
const OWN = `WITH own AS MATERIALIZED (SELECT pg_get_serial_sequence($1, 'id')::regclass AS sequence)`

/** Maximum IDs to fetch ahead. */
const MAX_AHEAD = 1000

/**
 * IDs from a table's sequence. It fetches as many ahead as were used so far, to avoid a query per
 * docket.
 */
class KeyReserve {
  #keys: number[] = []
  /** IDs below are used. */
  #free = 1
  #used = 0

  constructor(
    readonly client: Pick<pg.ClientBase, 'query'>,
    readonly table: string
  ) {}

  async take(count: number): Promise<number[]> {
    const missing = count - this.#keys.length
    if (missing > 0) await this.#fetch(missing + Math.min(this.#used, MAX_AHEAD))
    this.#used += count
    const taken = this.#keys.splice(0, count)
    this.#free = taken.at(-1)! + 1
    return taken
  }

  /** Ensures that all later IDs are above this one. */
  async stayAbove(key: number): Promise<void> {
    if (key < this.#free) return
    this.#keys = []
    const { rows } = await this.client.query<{ last: string }>(
      `${OWN} SELECT CASE WHEN last >= $2 THEN last ELSE setval(sequence, $2) END AS last
       FROM own, coalesce(pg_sequence_last_value(sequence), 0) AS last`,
      [this.table, key]
    )
    this.#free = Number(rows[0]!.last) + 1
  }

  async #fetch(count: number): Promise<void> {
    const { rows } = await this.client.query<{ key: string }>(
      `${OWN} SELECT nextval(sequence) AS key FROM own, generate_series(1, $2)`,
      [this.table, count]
    )
    this.#keys = [...this.#keys, ...rows.map(({ key }) => Number(key))]
  }
}
