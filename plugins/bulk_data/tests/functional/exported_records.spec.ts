/**
 * An archive made from an export has the same records as the exported one, as the API returns
 * them: their fields, their marks, and the redirections of merged records.
 */
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type pg from 'pg'
import { parseFilters } from '#api/filters/parse'
import { getQueryCompiler, ROW } from '#api/query'
import type { Resource } from '#api/resource'
import { SampleRecords } from '#api/sample_records'
import { Selection } from '#api/select/selection'
import { Reader } from '#app/database/reader'
import { ident } from '#app/support/sql_text'
import { PluginHost } from '#core/plugin_host'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { takesMinutes } from '#tests/helpers/long_tests'
import type { ScratchDatabase } from '#tests/helpers/scratch_database'
import { readManifest } from '../../export/manifest.js'
import { SAMPLE_MARKS } from '../../export/sample_marks.js'
import { importFiles } from '../../import/importer.js'
import {
  bulkTables,
  exportedFile,
  makeArchive,
  makeSampleArchive,
  readExport,
  readMarks,
  writeExport,
} from '../use_exports.js'

const FIRST_LOCAL = 1_900_000_000

test.group('exported records', (group) => {
  takesMinutes(group)
  let source: ScratchDatabase
  let copy: ScratchDatabase
  let folder: string

  group.setup(async () => {
    source = await makeSampleArchive()
    copy = await makeArchive()
    folder = join(makeTemporaryFolder(), 'export')
    await writeExport(source, folder)
    await readExport(copy, folder, { adopt: true })
    return async () => {
      await source.drop()
      await copy.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  const registry = async () => (await app.container.make(PluginHost)).resources
  /** Resources with records of the archive, not of accounts. */
  const archived = async () =>
    (await registry()).all().filter(({ ownership, table }) => !ownership && table)

  const documents = async (client: pg.Client, resource: Resource): Promise<string[]> => {
    const { table, key } = resource
    const column = ident(key.column)
    const { rows: keys } = await client.query<{ key: string }>(
      `SELECT ${column}::text AS key FROM ${ident(table)} ORDER BY ${column}`
    )
    const { statement, values } = getQueryCompiler(await registry()).byKeys(
      resource,
      keys.map((row) => row.key),
      {
        base: 'http://curia.test/api/rest/v4',
        suffix: '/',
        viewer: undefined,
        selection: Selection.everything,
        filters: parseFilters(resource, new Map()).tree,
      }
    )
    const { rows } = await client.query<(string | null)[]>({
      text: statement.text,
      values: values as unknown as unknown[],
      rowMode: 'array',
    })
    return rows.map((row) => row[ROW.document]!).sort()
  }

  test('every record of every resource is the same', async ({ assert }) => {
    const compared: string[] = []
    for (const resource of await archived()) {
      const expected = await documents(source.client, resource)
      assert.deepEqual(await documents(copy.client, resource), expected, resource.path)
      if (expected.length) compared.push(resource.path)
    }
    assert.isAbove(compared.length, 30)
    assert.includeMembers(compared, ['dockets', 'opinions', 'docket-entries', 'archive-documents'])
  })

  test('merged IDs of every resource redirect to the same records', async ({ assert }) => {
    const merged = (await archived()).flatMap(({ path, merges }) =>
      merges ? [{ path, merges }] : []
    )
    assert.sameMembers(
      merged.map(({ path }) => path),
      ['clusters', 'docket-entries', 'archive-documents']
    )
    for (const { path, merges } of merged) {
      const redirections = `SELECT ${ident(merges.from)}::text AS "from", ${ident(merges.into)}::text AS into
        FROM ${ident(merges.table)} ORDER BY 1`
      const { rows } = await source.client.query(redirections)
      assert.isAbove(rows.length, 1, path)
      assert.deepEqual((await copy.client.query(redirections)).rows, rows, path)
    }
  })

  test('the marks of sample records are the same', async ({ assert }) => {
    const marks = await readMarks(source.client)
    assert.isAbove(marks.length, 1000)
    assert.isTrue(marks.some((mark) => /^docket_entries \d+ t$/.test(mark)))
    assert.deepEqual(await readMarks(copy.client), marks)
  })

  test('the server reads changed marks, even if their number stays the same', async ({
    assert,
    cleanup,
  }) => {
    const reader = new Reader(copy.connection, { connections: 1, statementTimeout: 10_000 })
    cleanup(() => reader.close())
    const kinds = async () => new SampleRecords(reader).of('dockets')
    const [[id, kind]] = [...(await kinds())] as [[string, string]]
    const turn =
      'UPDATE sample_records SET invented = NOT invented WHERE table_name = $1 AND id = $2'
    const known = new SampleRecords(reader)
    await known.of('dockets')
    await copy.client.query(turn, ['dockets', id])
    cleanup(async () => void (await copy.client.query(turn, ['dockets', id])))
    const { now } = performance
    cleanup(() => void (performance.now = now))
    performance.now = () => now.call(performance) + 60_000
    await known.of('dockets')
    await new Promise((resolve) => setTimeout(resolve, 200))
    assert.notEqual((await known.of('dockets')).get(id), kind)
  })

  test('another archive gets marks only for the rows that it accepts', async ({
    assert,
    cleanup,
  }) => {
    const other = await makeArchive()
    cleanup(() => other.drop())
    // Records of that server with the local IDs of the export.
    await other.client.query(
      `INSERT INTO attorneys (id, name) SELECT n, 'own' FROM generate_series(${FIRST_LOCAL}, ${FIRST_LOCAL + 50}) n`
    )
    await source.client.query(
      `INSERT INTO sample_records (table_name, id, invented) VALUES ('attorneys', ${FIRST_LOCAL}, true) ON CONFLICT DO NOTHING`
    )
    cleanup(async () => {
      await source.client.query(
        `DELETE FROM sample_records WHERE table_name = 'attorneys' AND id = ${FIRST_LOCAL}`
      )
    })
    const local = join(makeTemporaryFolder(), 'local')
    cleanup(() => rmSync(local, { recursive: true, force: true }))
    await writeExport(source, local)
    await readExport(other, local)
    const marks = await readMarks(other.client)
    assert.notInclude(marks, `attorneys ${FIRST_LOCAL} t`)
    const { rows } = await other.client.query(
      `SELECT concat_ws(' ', table_name, m.id, invented) AS mark FROM sample_records m
       JOIN dockets d ON m.table_name = 'dockets' AND m.id = d.id ORDER BY d.id`
    )
    assert.isAbove(rows.length, 50)
    assert.includeMembers(await readMarks(source.client), marks)
  })

  test('a row of a later public file loses its mark', async ({ assert, cleanup }) => {
    const other = await makeArchive()
    cleanup(() => other.drop())
    await readExport(other, folder, { adopt: true })
    const dockets = exportedFile(folder, await readManifest(folder), 'dockets')
    const dated = dockets.replace(/\d{4}-\d\d-\d\d(?=\.csv$)/, '2999-01-01')
    copyFileSync(dockets, dated)
    cleanup(() => rmSync(dated))
    await importFiles([dated], { connection: other.connection, tables: await bulkTables() })
    const marks = await readMarks(other.client)
    assert.isEmpty(marks.filter((mark) => /^dockets [1-9]\d{0,8} /.test(mark)))
    assert.isTrue(marks.some((mark) => mark.startsWith('opinions ')))
    // The rows are unchanged, and increments have only logged rows.
    const { rowCount } = await other.client.query(
      `SELECT FROM content_changes WHERE table_name = 'dockets' AND kind = 'updated' AND ids @> 2001::bigint`
    )
    assert.isAbove(rowCount!, 0)
  })

  test('files that are listed individually are imported with their marks', async ({
    assert,
    cleanup,
  }) => {
    const other = await makeArchive()
    cleanup(() => other.drop())
    const { files } = await readManifest(folder)
    const paths = files.map(({ name }) => join(folder, name))
    const wanted = paths.filter((path) => /\/(courts|people-db-people|sample-records)-/.test(path))
    const { connection } = other
    await importFiles(wanted, { connection, tables: await bulkTables() })
    const isPerson = (mark: string) => /^people [1-9]\d{0,8} /.test(mark)
    assert.deepEqual(
      await readMarks(other.client),
      (await readMarks(source.client)).filter(isPerson)
    )
  })

  test('Parquet files include the marks', async ({ assert, cleanup }) => {
    const parquet = join(makeTemporaryFolder(), 'parquet')
    cleanup(() => rmSync(parquet, { recursive: true, force: true }))
    const { files } = await writeExport(source, parquet, { parquet: true, compression: 'zstd' })
    const marks = files.find(({ stem }) => stem === SAMPLE_MARKS.stem)!
    assert.match(marks.name, /^sample-records-.*\.parquet$/)
    assert.equal(marks.rows, (await readMarks(source.client)).length)
  })
})
