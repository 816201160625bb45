/**
 * No declared cursor ordering and no key filter scans a large table. The
 * tables are filled by what the catalogue says of them, inside a transaction
 * that is rolled back; no resource is named here.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { QueryCompiler } from '#api/query'
import { parseFilters } from '#api/filters/parse'
import { parseOrdering } from '#api/ordering'
import { Selection } from '#api/select/selection'
import { encodeCursor, decodeCursor } from '#api/pagination/cursor'
import type { Resource } from '#api/resource'
import { fillTables } from '#tests/helpers/fill_tables'

const ROWS = 20_000

test.group('indexes', () => {
  test('serve every cursor ordering and key filter', async ({ assert }) => {
    const { resources } = await app.container.make('curia.plugins')
    const { connection } = await app.container.make('curia.database')
    const client = new pg.Client(connection)
    await client.connect()
    try {
      await client.query('BEGIN')
      const tables = [...new Set(resources.all().map(({ table }) => table))]
      await fillTables(client, tables, ROWS)

      const compiler = new QueryCompiler(resources)
      const explain = async (resource: Resource, query: Record<string, string>) => {
        const { statement, values } = listStatement(compiler, resource, query)
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

function listStatement(
  compiler: QueryCompiler,
  resource: Resource,
  { order_by: order, cursor, ...filters }: Record<string, string>
) {
  const ordering = parseOrdering(resource, order, 'v4')
  return compiler.list(resource, {
    base: 'http://localhost/api/rest/v4/',
    suffix: '/',
    selection: Selection.parse('id', undefined),
    filters: parseFilters(
      resource,
      new Map(Object.entries(filters).map(([name, value]) => [name, [value]]))
    ).tree,
    ordering,
    cursor: cursor ? decodeCursor(resource, ordering.cursor!, cursor) : undefined,
    limit: 21,
  })
}

function cursorOf(resource: Resource, order: string): string {
  const { cursor } = parseOrdering(resource, order, 'v4')
  const key = resource.key.type === 'string' ? 'k5000' : '5000'
  const position = cursor!.name === 'id' ? key : '2015-06-01 00:00:00+00'
  return encodeCursor(cursor!, { backwards: false, position, key })
}
