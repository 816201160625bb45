/**
 * No declared cursor ordering and no key filter scans a large table. The
 * tables are filled by what the catalogue says of them, inside a transaction
 * that is rolled back; no resource is named here.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { QueryCompiler } from '#api/query'
import type { Resource } from '#api/resource'
import { Selection } from '#api/select/selection'
import { fillTables } from '#tests/helpers/fill_tables'
import { cursorOf, listStatement } from '#tests/helpers/list_statements'
import { takesMinutes } from '#tests/helpers/long_tests'
import { PluginHost } from '#core/plugin_host'
import { OpenDatabase } from '#app/database/connection'

const ROWS = 20_000
const ID_ONLY = Selection.parse('id', undefined)

test.group('indexes', (group) => {
  takesMinutes(group)
  test('serve every cursor ordering and key filter', async ({ assert }) => {
    const { resources } = await app.container.make(PluginHost)
    const { connection } = await app.container.make(OpenDatabase)
    const client = new pg.Client(connection)
    await client.connect()
    try {
      await client.query('BEGIN')
      const tables = [...new Set(resources.all().map(({ table }) => table))]
      await fillTables(client, tables, ROWS)

      const compiler = new QueryCompiler(resources)
      const explain = async (resource: Resource, query: Record<string, string>) => {
        const { statement, values } = listStatement(compiler, resource, query, ID_ONLY)
        const { rows } = await client.query(`EXPLAIN ${statement.text}`, values)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      }
      for (const resource of resources.all()) {
        const scan = `Seq Scan on ${resource.table} t`
        for (const name of resource.cursor) {
          for (const sign of ['', '-']) {
            const plan = await explain(resource, { order_by: sign + name })
            assert.notInclude(plan, scan, `${resource.path}?order_by=${sign}${name}\n${plan}`)
            const deep = await explain(resource, {
              order_by: sign + name,
              cursor: cursorOf(resource, sign + name),
            })
            assert.notInclude(
              deep,
              scan,
              `${resource.path}?order_by=${sign}${name}&cursor=…\n${deep}`
            )
          }
        }
        for (const filter of resource.filters.values()) {
          if (!filter.relation && filter.kind !== 'key' && filter.name !== 'id') continue
          const key = filter.relation?.target.key.type ?? filter.valueField?.type
          const plan = await explain(resource, { [filter.name]: key === 'string' ? 'k50' : '50' })
          assert.notInclude(plan, scan, `${resource.path}?${filter.name}=\n${plan}`)
        }
      }
    } finally {
      await client.query('ROLLBACK')
      await client.end()
    }
  }).timeout(240_000)
})
