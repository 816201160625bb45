/**
 * Checks that a write is acknowledged if and only if it is stored: repeats it with
 * a fault in each of its statements.
 */
import app from '@adonisjs/core/services/app'
import type { Assert } from '@japa/assert'
import { withFault, type Fault } from './faulty_connection.js'

export interface Answered {
  status: number
  text: string
}

export interface WritePath {
  name: string
  /** Prepares one write and returns it. Called for each run. */
  prepare: () => Promise<() => Promise<Answered>>
}

/** Number of rows and their digest, by table. */
type Contents = Map<string, { rows: number; digest: string }>

/** Tables that any request may write: sessions, accounting, and consumer positions. */
const BESIDE = [
  'sessions',
  'throttle_ledgers',
  'rate_limits',
  'request_minutes',
  'account_hours',
  'search_queries',
  'change_cursors',
  'page_views',
]
/** A column that any request may update, in any table. */
const BESIDE_COLUMN = 'last_used_at'
const FAULTS: Fault[] = ['refused', 'cut', 'unanswered']
const UNKNOWN = /may or may not have been saved/

/**
 * Runs the write once without a fault, and then once for each statement and kind of
 * fault.
 *
 * @returns the number of statements of the write
 */
export async function assertAllOrNothing(assert: Assert, path: WritePath): Promise<number> {
  const tables = await allTables()
  // The first run of a process initializes data that later runs reuse.
  await (
    await path.prepare()
  )()
  const whole = await attempt(path, tables, 0)
  assert.isBelow(whole.answer.status, 400, `${path.name}: ${whole.answer.text}`)
  const expected = whole.changed
  assert.isNotEmpty([...expected.keys()], `${path.name} stores nothing`)
  const watched = [...new Set([...expected.keys(), 'audit_entries', 'idempotency_keys', 'mails'])]

  const length = whole.statements.length
  for (let failing = 1; failing <= length; failing++) {
    for (const fault of isLast(whole.statements[failing - 1]!) ? FAULTS : FAULTS.slice(0, 1)) {
      const { answer, changed, statements } = await attempt(path, watched, failing, fault)
      // Statements may run in a different order than in the first run, and there may be fewer.
      if (statements.length < failing) continue
      const isCommit = isLast(statements[failing - 1]!)
      const where = `${path.name}: statement ${failing} of ${length} ${fault} (${statements[failing - 1]!.slice(0, 80)}), returned ${answer.status}: ${answer.text.slice(0, 200)}`
      const isUnknown = answer.status === 503 && UNKNOWN.test(answer.text)
      const stored = changed.size > 0
      if (isUnknown) assert.isTrue(isCommit, where)
      else assert.equal(answer.status < 400, stored, `${where}; changed: ${[...changed.keys()]}`)
      if (stored) assert.deepEqual(changed, expected, where)
    }
  }
  return length
}

/** In other statements, a lost connection and an error have the same effect on the transaction. */
const isLast = (statement: string) => statement.startsWith('COMMIT')

async function attempt(path: WritePath, tables: string[], failing: number, fault?: Fault) {
  const act = await path.prepare()
  const before = await contentsOf(tables)
  const { result: answer, statements } = await withFault({ failing, fault }, act)
  const after = await contentsOf(tables)
  return { answer, statements, changed: difference(before, after) }
}

/** Tables that differ, with the number of added rows. */
function difference(before: Contents, after: Contents): Map<string, number> {
  return new Map(
    [...after]
      .filter(([table, { digest }]) => digest !== before.get(table)!.digest)
      .map(([table, { rows }]) => [table, rows - before.get(table)!.rows])
  )
}

async function allTables(): Promise<string[]> {
  const database = await app.container.make('lucid.db')
  const { rows } = await database.rawQuery(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> ALL(?) AND pg_table_size(c.oid) < 4000000
     ORDER BY 1`,
    [BESIDE as never]
  )
  return [...rows.map(({ name }: { name: string }) => name), 'jobs.job']
}

let besideTables: Set<string> | undefined

/** Tables with the column that any request may update. */
async function tablesWithBeside(): Promise<Set<string>> {
  if (besideTables) return besideTables
  const database = await app.container.make('lucid.db')
  const { rows } = await database.rawQuery(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = ?`,
    [BESIDE_COLUMN]
  )
  return (besideTables = new Set(rows.map(({ name }: { name: string }) => name)))
}

/**
 * A single statement reads all tables from one snapshot. A row's version identifies
 * its contents without reading long values.
 */
async function contentsOf(tables: string[]): Promise<Contents> {
  const database = await app.container.make('lucid.db')
  const compared = await tablesWithBeside()
  const digest = (table: string) =>
    compared.has(table)
      ? `(to_jsonb(t) - '${BESIDE_COLUMN}')::text`
      : `concat(t.tableoid, t.ctid, t.xmin)`
  const { rows } = await database.rawQuery(
    tables
      .map(
        (table) =>
          `SELECT '${table}' AS name, count(*)::int AS rows,
                  coalesce(sum(hashtextextended(${digest(table)}, 0)), 0)::text AS digest FROM ${table} t`
      )
      .join(' UNION ALL ')
  )
  return new Map(rows.map(({ name, ...content }: { name: string }) => [name, content as never]))
}
