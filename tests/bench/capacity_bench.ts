/**
 * Cost per row: the unit costs in `resources/docs/capacity.md`. Fills the two
 * largest tables of an archive, with their indexes, in the order in which rows
 * arrive, and runs the queries of API requests. Above ten million rows, indexes are
 * built afterward, as in an import into an empty archive.
 */
import type pg from 'pg'
import { ident } from '#app/support/sql_text'
import { median, milliseconds, printTable, whole } from './table.js'

/** Citations per opinion, and documents per docket. */
const PER_OPINION = 20
const PER_ENTRY = 3
const SLICE = 100_000
/** Maximum number of rows inserted with indexes in place. */
const FILLED_WITH_INDEXES = 10_000_000
const ASKED = 200

interface Filled {
  table: string
  columns: string
  /** Values of row `n`. `$1` is the total number of rows. */
  values: string
}

const TABLES: Filled[] = [
  {
    table: 'opinions_cited',
    columns: 'id, citing_opinion_id, cited_opinion_id, depth',
    values: `n, 1 + n / ${PER_OPINION}, 1 + (n::bigint * 7919) % ($1 / ${PER_OPINION}), 1 + n % 5`,
  },
  {
    table: 'archive_documents',
    columns:
      'id, docket_entry_id, document_type, document_number, attachment_number, registry_doc_id, is_available, description, filepath_local',
    values: `n, 1 + n / ${PER_ENTRY}, CASE WHEN n % ${PER_ENTRY} = 0 THEN 1 ELSE 2 END, (1 + n / ${PER_ENTRY} % 40)::text,
      nullif(n % ${PER_ENTRY}, 0), '1270' || lpad(n::text, 8, '0'), n % 2 = 0, 'Document', 'recap/' || n || '.pdf'`,
  },
]

/** `key` is replaced by a key spread over the table. */
const CLASSES: [name: string, sql: string][] = [
  ['edge by key', 'SELECT * FROM opinions_cited WHERE id = key'],
  [
    'page of cited opinions',
    `SELECT * FROM opinions_cited WHERE citing_opinion_id = key / ${PER_OPINION} ORDER BY id LIMIT 20`,
  ],
  [
    'page of citing opinions',
    `SELECT * FROM opinions_cited WHERE cited_opinion_id = key / ${PER_OPINION} ORDER BY id LIMIT 20`,
  ],
  ['page after a cursor', 'SELECT * FROM opinions_cited WHERE id > key ORDER BY id LIMIT 20'],
  ['document by key', 'SELECT * FROM archive_documents WHERE id = key'],
  [
    'documents of an entry',
    `SELECT * FROM archive_documents WHERE docket_entry_id = key / ${PER_ENTRY} ORDER BY id LIMIT 20`,
  ],
  ['count of all edges', 'SELECT count(*) FROM opinions_cited'],
]

/**
 * Prints rows/s, bytes per row and index entry, and milliseconds by query class.
 *
 * @param only the table to fill; by default, both
 */
export async function benchCapacity(client: pg.Client, rows: number, only?: string): Promise<void> {
  const tables = TABLES.filter(({ table }) => !only || table === only)
  // The referenced rows don't exist.
  await client.query(`SET session_replication_role = 'replica'`)
  const filled: string[][] = []
  const sizes: string[][] = []
  for (const table of tables) {
    await client.query(`TRUNCATE ${ident(table.table)} CASCADE`)
    const started = performance.now()
    if (rows > FILLED_WITH_INDEXES)
      await withoutIndexes(client, table.table, () => fill(client, table, rows))
    else await fill(client, table, rows)
    const seconds = (performance.now() - started) / 1000
    await client.query(`VACUUM ANALYZE ${ident(table.table)}`)
    filled.push([table.table, whole(rows), whole(rows / seconds)])
    sizes.push(...(await sizesOf(client, table.table, rows)))
  }
  printTable(['table', 'rows', 'rows/s, including indexes'], filled)
  printTable(['relation', 'bytes per row'], sizes)
  printTable(['query, warm', 'p50 ms', 'p99 ms'], await times(client, rows, tables))
}

/** Drops the indexes and keys of a table, fills it, and rebuilds them. */
async function withoutIndexes(client: pg.Client, table: string, fillTable: () => Promise<void>) {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `SELECT CASE WHEN conname IS NULL THEN format('DROP INDEX %I', i.relname)
              ELSE format('ALTER TABLE %I DROP CONSTRAINT %I CASCADE', $1::text, conname) END AS drop,
            CASE WHEN conname IS NULL THEN pg_get_indexdef(indexrelid)
              ELSE format('ALTER TABLE %I ADD CONSTRAINT %I %s', $1::text, conname, pg_get_constraintdef(c.oid)) END AS make
     FROM pg_index JOIN pg_class i ON i.oid = indexrelid
     LEFT JOIN pg_constraint c ON conindid = indexrelid AND contype IN ('p', 'u')
     WHERE indrelid = $1::text::regclass`,
    [table]
  )
  for (const { drop } of rows) await client.query(drop)
  await fillTable()
  await client.query(`SET maintenance_work_mem = '1GB'`)
  for (const { make } of rows) await client.query(make)
}

async function fill(client: pg.Client, { table, columns, values }: Filled, rows: number) {
  for (let from = 0; from < rows; from += SLICE)
    await client.query(
      `INSERT INTO ${ident(table)} (${columns}) SELECT ${values}
       FROM generate_series(${from + 1}, ${Math.min(from + SLICE, rows)}) AS n
       WHERE $1::bigint > 0 ON CONFLICT DO NOTHING`,
      [rows]
    )
}

async function sizesOf(client: pg.Client, table: string, rows: number): Promise<string[][]> {
  const { rows: found } = await client.query(
    `SELECT $1::text AS name, pg_table_size($1::text::regclass)::float8 AS size, 0 AS place
     UNION ALL
     SELECT indexrelid::regclass::text, pg_relation_size(indexrelid)::float8, 1
     FROM pg_index WHERE indrelid = $1::text::regclass ORDER BY place, name`,
    [table]
  )
  return found.map(({ name, size }) => [name, (size / rows).toFixed(1)])
}

async function times(client: pg.Client, rows: number, tables: Filled[]): Promise<string[][]> {
  const shown: string[][] = []
  for (const [name, sql] of CLASSES) {
    if (!tables.some(({ table }) => sql.includes(table))) continue
    const count = sql.includes('key') ? ASKED : 3
    const taken: number[] = []
    for (let n = 0; n < count; n++) {
      const key = 1 + ((n * 7919 * 131) % (rows - 1))
      const started = performance.now()
      await client.query(sql.replace('key', String(key)))
      taken.push(performance.now() - started)
    }
    taken.sort((a, b) => a - b)
    const p99 = taken[Math.min(taken.length - 1, Math.floor(taken.length * 0.99))]!
    shown.push([name, milliseconds(median(taken)), milliseconds(p99)])
  }
  return shown
}
