/**
 * All files of the public bulk data with their columns, in load order
 * (tests/contract/bulk_files.json).
 */
import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { generatedRows } from '#plugins/synthetic_archive/writing/archive'
import { matchHeader, readLayout } from '../../import/table_layout.js'
import { PluginHost } from '#core/plugin_host'
import { OpenDatabase } from '#app/database/connection'

const FILES = JSON.parse(
  readFileSync(app.makePath('tests/contract/bulk_files.json'), 'utf8')
) as Record<string, string[]>

test.group('public bulk data', () => {
  test('all files have a table and columns', async ({ assert }) => {
    const { bulkTables } = await app.container.make(PluginHost)
    const tables = bulkTables.map(({ declaration }) => declaration)
    const { connection } = await app.container.make(OpenDatabase)
    const client = new pg.Client(connection)
    await client.connect()
    try {
      for (const [stem, columns] of Object.entries(FILES)) {
        const bulk = tables.find((table) => table.stem === stem)
        assert.exists(bulk, stem)
        const layout = await readLayout(client, bulk!)
        assert.lengthOf(matchHeader(bulk!, layout, columns, stem), columns.length)
        assert.deepEqual(Object.keys(firstRow(bulk!)), columns, stem)
      }
      assert.lengthOf(Object.keys(FILES), 33)

      function firstRow(bulk: (typeof tables)[number]): object {
        const [row] = generatedRows(bulk, { tables, dockets: 2000, seed: 1 })
        const theirs = new Map(
          Object.entries(bulk.renames ?? {}).map(([file, ours]) => [ours, file])
        )
        return Object.fromEntries(
          Object.entries(row!).map(([name, value]) => [theirs.get(name) ?? name, value])
        )
      }
    } finally {
      await client.end()
    }
  })

  test('every file is loaded after the files that its keys refer to', async ({ assert }) => {
    const { bulkTables } = await app.container.make(PluginHost)
    const order = bulkTables.map(({ declaration }) => declaration.table)
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery(
      `SELECT DISTINCT conrelid::regclass::text AS child, confrelid::regclass::text AS parent
       FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid`
    )
    const keys = (rows as { child: string; parent: string }[]).filter(
      ({ child, parent }) => order.includes(child) && order.includes(parent)
    )
    assert.isAbove(keys.length, 30)
    assert.deepEqual(
      keys.filter(({ child, parent }) => order.indexOf(parent) > order.indexOf(child)),
      []
    )
  })
})
