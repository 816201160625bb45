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
  test('all files have a table and columns, in load order', async ({ assert }) => {
    const { bulkTables } = await app.container.make(PluginHost)
    const tables = bulkTables.map(({ declaration }) => declaration)
    const { connection } = await app.container.make(OpenDatabase)
    const client = new pg.Client(connection)
    await client.connect()
    try {
      const orders: number[] = []
      for (const [stem, columns] of Object.entries(FILES)) {
        const bulk = tables.find((table) => table.stem === stem)
        assert.exists(bulk, stem)
        orders.push(bulk!.order)
        const layout = await readLayout(client, bulk!)
        assert.lengthOf(matchHeader(bulk!, layout, columns, stem), columns.length)
        assert.deepEqual(Object.keys(firstRow(bulk!)), columns, stem)
      }
      assert.deepEqual(
        orders,
        [...orders].sort((a, b) => a - b)
      )
      assert.lengthOf(orders, 33)

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
})
