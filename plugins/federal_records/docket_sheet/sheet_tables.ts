/**
 * The tables sheets go into, over one connection. What is read and written
 * goes by keys, in statements prepared once.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type pg from 'pg'
import { ident } from '#app/support/sql_text'

/** A column that is undefined stays as it is; null empties it. */
export type Row = Record<string, unknown> & { id?: string | number }

export interface Change {
  table: string
  /** Each with its `id` and all columns without a default. */
  rows: Row[]
  /** Keys of rows to delete. */
  gone?: string[]
}

export interface Counts {
  added: number
  changed: number
}

interface Column {
  type: string
  /** SQL for what it holds when it is emptied; null itself where there is none. */
  blank: string | null
}

/** Columns of a table by their names. */
type Columns = Map<string, Column>

/** Most lines name the same columns; statements for others are not kept. */
const MAX_PREPARED = 200

/** What tables need of a connection. */
export type Queries = Pick<pg.ClientBase, 'query'>

/** Until the transaction ends, rows are found by keys, whatever statistics say of new tables. */
const BY_KEYS = `SELECT set_config(name, 'off', true)
  FROM unnest('{enable_seqscan,enable_hashjoin,enable_mergejoin}'::text[]) AS name`

/** Tables over connections of the pool. */
const ofConnections = new WeakMap<pg.ClientBase, SheetTables>()

/** A connection that cannot take a statement before it has answered the one before. */
function inTurn(client: pg.ClientBase): Queries {
  let last: Promise<unknown> = Promise.resolve()
  const query = (...given: Parameters<typeof client.query>) => {
    const answer = last.then(() => client.query(...given))
    last = answer.catch(() => {})
    return answer
  }
  return { query } as unknown as Queries
}

export class SheetTables {
  readonly #statements = new Map<string, string>()
  readonly #reserves = new Map<string, KeyReserve>()

  private constructor(
    readonly client: Queries,
    readonly columns: Map<string, Columns>
  ) {}

  /** Those of a transaction of Lucid; what is prepared stays with its connection. */
  static async ofTransaction(trx: TransactionClientContract): Promise<SheetTables> {
    // Within a transaction the pool hands out the transaction's own connection.
    const client = (await trx.knexClient.client.acquireConnection()) as pg.ClientBase
    const tables = ofConnections.get(client) ?? (await SheetTables.open(inTurn(client)))
    ofConnections.set(client, tables)
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

  /** Runs a statement; its text is prepared when it first comes. */
  query<R extends unknown[]>(text: string, values: unknown[]): Promise<pg.QueryArrayResult<R>> {
    if (!this.#statements.has(text) && this.#statements.size < MAX_PREPARED)
      this.#statements.set(text, `sheet ${this.#statements.size}`)
    const name = this.#statements.get(text)
    return this.client.query<R>({ name, text, values, rowMode: 'array' })
  }

  /** Gives a key to every row that has none, above those that rows bring. */
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
   * Writes rows by key: new ones go in, with defaults for what they do not
   * name, others change where they differ. A duplicate row counts as
   * its last occurrence.
   *
   * @param changes parents before children
   * @returns how many rows of each table were new and how many differed
   */
  async write(changes: Change[]): Promise<Map<string, Counts>> {
    // All are sent before the first is answered, so none comes after a failure.
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

  /** @param rows of the same columns */
  async #upsert(table: string, rows: Row[]): Promise<Counts> {
    const columns = this.columns.get(table)!
    const names = Object.keys(rows[0]!)
    const values = names.filter((name) => name !== 'id').map(ident)
    const record = names.map((name) => `${ident(name)} ${columns.get(name)!.type}`).join(', ')
    const given = names.map((name) => filled(ident(name), columns.get(name)!)).join(', ')
    const list = (prefix: string) => values.map((name) => `${prefix}.${name}`).join(', ')
    const assignments = values.map((name) => `${name} = excluded.${name}`)
    if (columns.has('date_modified')) assignments.push('date_modified = now()')
    // Rows that are the same are left out before the insertion, which would lock them;
    // others are locked in one order, for dockets share people.
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

/** Rows in groups that name the same columns, each row once. */
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

/** A column that takes no null is emptied to its default. */
function filled(column: string, { blank }: Column): string {
  return blank === null ? column : `coalesce(${column}, ${blank}) AS ${column}`
}

function sum(counts: Counts[]): Counts {
  return {
    added: counts.reduce((total, { added }) => total + added, 0),
    changed: counts.reduce((total, { changed }) => total + changed, 0),
  }
}

/** The table's sequence, looked up once. */
const OWN = `WITH own AS MATERIALIZED (SELECT pg_get_serial_sequence($1, 'id')::regclass AS sequence)`

/** Keys fetched ahead are at most so many. */
const MAX_AHEAD = 1000

/**
 * Keys of one table, from its sequence. They are fetched ahead, as many as
 * were used so far, so that not every docket has to ask for its own.
 */
class KeyReserve {
  #keys: number[] = []
  /** Keys below are taken. */
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

  /** Makes sure that no key to come is this one or below it. */
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
