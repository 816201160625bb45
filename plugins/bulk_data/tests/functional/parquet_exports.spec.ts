/**
 * Parquet exports, read by DuckDB.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type pg from 'pg'
import { ident, literal } from '#app/support/sql_text'
import { loadClient, NO_CLIENTS } from '#tests/helpers/client_packages'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { takesMinutes } from '#tests/helpers/long_tests'
import type { ScratchDatabase } from '#tests/helpers/scratch_database'
import type { Manifest } from '../../export/manifest.js'
import {
  bulkTables,
  exportedFile,
  makeArchive,
  makeSampleArchive,
  readExport,
  writeExport,
} from '../use_exports.js'
import { SAMPLE_MARKS } from '../../export/sample_marks.js'

const DUCKDB = existsSync(app.makePath('tests/clients/node_modules/@duckdb/node-api'))

/** Types in DuckDB by type in PostgreSQL; all others are text. */
const TYPES: Record<string, string> = {
  'smallint': 'INTEGER',
  'integer': 'INTEGER',
  'bigint': 'BIGINT',
  'double precision': 'DOUBLE',
  'boolean': 'BOOLEAN',
  'date': 'DATE',
  'timestamp with time zone': 'TIMESTAMP WITH TIME ZONE',
}

type Rows = (string | null)[][]

test.group('Parquet exports', (group) => {
  takesMinutes(group)
  let source: ScratchDatabase
  let folder: string
  let manifest: Manifest
  let query: (sql: string) => Promise<Rows>

  group.setup(async () => {
    if (!DUCKDB) return () => {}
    source = await makeSampleArchive()
    folder = join(makeTemporaryFolder(), 'export')
    manifest = await writeExport(source, folder, { parquet: true, compression: 'zstd' })
    const { DuckDBInstance } = await loadClient('@duckdb/node-api')
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    query = async (sql) => (await connection.runAndReadAll(sql)).getRowsJson()
    return async () => {
      connection.closeSync()
      await source.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  /** Columns of a table with their types, in the order of the file. */
  const columnsOf = async (client: pg.Client, table: string) => {
    const { rows } = await client.query<{ name: string; type: string }>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
       WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      [ident(table)]
    )
    return rows
  }
  const path = (stem: string) => literal(exportedFile(folder, manifest, stem))

  /** Compares all rows of a file with those of its table, as text. */
  const compare = async (client: pg.Client, table: string, file: string) => {
    const columns = await columnsOf(client, table)
    const described = await query(`DESCRIBE SELECT * FROM read_parquet(${file})`)
    const stored = described.map(([name]) => name!)
    const theirs = columns.map(({ type }, place) =>
      type.startsWith('timestamp')
        ? `epoch_us("${stored[place]}")::varchar`
        : `"${stored[place]}"::varchar`
    )
    const ours = columns.map(({ name, type }) => {
      const value = `t.${ident(name)}`
      if (type.startsWith('timestamp'))
        return `(extract(epoch FROM ${value}) * 1000000)::bigint::text`
      return `${value}::text`
    })
    const { rows } = await client.query({
      text: `SELECT ${ours.join(', ')} FROM ${ident(table)} t ORDER BY t.id::text COLLATE "C"`,
      rowMode: 'array',
    })
    const id = stored[columns.findIndex(({ name }) => name === 'id')]
    const read = await query(
      `SELECT ${theirs.join(', ')} FROM read_parquet(${file}) ORDER BY "${id}"::varchar`
    )
    const isDouble = columns.map(({ type }) => type === 'double precision')
    const normal = (all: Rows) =>
      all.map((row) =>
        row.map((value, place) => (isDouble[place] && value ? String(Number(value)) : value))
      )
    return {
      types: described.map(([, type]) => type),
      expectedTypes: columns.map(({ type }) => TYPES[type] ?? 'VARCHAR'),
      read: normal(read),
      rows: normal(rows as unknown as Rows),
    }
  }

  test('every table has the same rows and types in DuckDB', async ({ assert }) => {
    const tables = await bulkTables()
    assert.sameMembers(
      manifest.files.map(({ stem }) => stem),
      [...tables, SAMPLE_MARKS].map(({ stem }) => stem)
    )
    for (const { stem, table } of tables) {
      const found = await compare(source.client, table, path(stem))
      assert.isAbove(found.read.length, 0, stem)
      assert.deepEqual(found.types, found.expectedTypes, stem)
      assert.deepEqual(found.read, found.rows, stem)
    }
  }).skip(!DUCKDB, NO_CLIENTS)

  test('columns have their public names', async ({ assert }) => {
    const described = await query(`DESCRIBE SELECT * FROM read_parquet(${path('courts')})`)
    const names = described.map(([name]) => name)
    assert.include(names, 'pacer_court_id')
    const opinions = manifest.files.find(({ stem }) => stem === 'opinions')!
    assert.includeMembers(opinions.columns, ['ordering_key', 'main_version_id'])
  }).skip(!DUCKDB, NO_CLIENTS)

  test('unusual values, and several row groups', async ({ assert, cleanup }) => {
    const archive = await makeArchive()
    const other = join(makeTemporaryFolder(), 'export')
    cleanup(async () => {
      await archive.drop()
      rmSync(other, { recursive: true, force: true })
    })
    const { client } = archive
    await client.query(
      `INSERT INTO people (id, name_last, date_dob, date_created, gender) SELECT n, repeat('Ω"\\\n', n % 50), DATE '0001-01-01' + n, now() - n * interval '1 hour', ''
       FROM generate_series(1, 60000) n`
    )
    await client.query(
      `UPDATE people SET date_dob = DATE '0044-03-15 BC', date_created = '0044-03-15 12:00:00+00 BC' WHERE id = 1`
    )
    await client.query(
      `UPDATE people SET date_dob = DATE '294276-12-31', date_created = '9999-12-31 23:59:59.999999+00' WHERE id = 2`
    )
    await client.query(`UPDATE people SET ftm_total_received = 1e308 WHERE id = 3`)
    await client.query(
      `INSERT INTO attorneys (name, contact_raw) VALUES ('long', repeat('x', 5000000))`
    )
    const written = await writeExport(archive, other, { parquet: true, compression: 'zstd' })
    const file = literal(exportedFile(other, written, 'people-db-people'))
    const [[groups]] = (await query(
      `SELECT count(DISTINCT row_group_id)::varchar FROM parquet_metadata(${file})`
    )) as [[string]]
    assert.isAbove(Number(groups), 1)
    const [[rows, length, days]] = (await query(
      `SELECT count(*)::varchar, sum(length(name_last))::varchar, sum(date_diff('day', DATE '1970-01-01', date_dob))::varchar FROM read_parquet(${file})`
    )) as [[string, string, string]]
    const { rows: expected } = await client.query({
      text: `SELECT count(*)::text, sum(length(name_last))::text, sum(date_dob - DATE '1970-01-01')::text FROM people`,
      rowMode: 'array',
    })
    assert.deepEqual([rows, length, days], expected[0])
    const read = await query(
      `SELECT epoch_us(date_created)::varchar FROM read_parquet(${file}) WHERE id IN (1, 2) ORDER BY id`
    )
    const { rows: times } = await client.query({
      text: `SELECT (extract(epoch FROM date_created) * 1000000)::bigint::text FROM people WHERE id IN (1, 2) ORDER BY id`,
      rowMode: 'array',
    })
    assert.deepEqual(read, times as unknown as Rows)

    const attorneys = literal(exportedFile(other, written, 'attorneys'))
    assert.deepEqual(
      await query(`SELECT length(contact_raw)::varchar FROM read_parquet(${attorneys})`),
      [['5000000']]
    )

    // Infinite dates have no counterpart.
    await client.query(`UPDATE people SET date_dob = 'infinity' WHERE id = 1`)
    rmSync(other, { recursive: true })
    const again = await writeExport(archive, other, { parquet: true, compression: 'zstd' })
    const infinite = literal(exportedFile(other, again, 'people-db-people'))
    assert.deepEqual(await query(`SELECT date_dob FROM read_parquet(${infinite}) WHERE id = 1`), [
      [null],
    ])
  }).skip(!DUCKDB, NO_CLIENTS)

  test('Parquet files are not imported', async ({ assert, cleanup }) => {
    const copy = await makeArchive()
    cleanup(() => copy.drop())
    await assert.rejects(() => readExport(copy, folder), /has Parquet files/)
  }).skip(!DUCKDB, NO_CLIENTS)
})
