/**
 * Query plans of every declared list over large tables. Cursor orderings and key filters must
 * not scan a table. From the sixth run on, PostgreSQL must use a generic plan for each list
 * and for records by key, because planning takes longer than execution; it does so only if the
 * generic plan seems as good as a custom one. The tables are filled according to the database
 * catalog, in a transaction that is rolled back, so no resource is named here.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { parseFilters } from '#api/filters/parse'
import { QueryCompiler, type Compiled } from '#api/query'
import type { Resource } from '#api/resource'
import { Selection } from '#api/select/selection'
import { UTC_SESSION } from '#app/database/reader'
import { fillTables } from '#tests/helpers/fill_tables'
import { buildMiddleCursor, listStatement } from '#tests/helpers/list_statements'
import { PluginHost } from '#core/plugin_host'
import { OpenDatabase } from '#app/database/connection'
import { takesMinutes } from '#tests/helpers/long_tests'

const ROWS = 5_000
const RUNS = 6
const ID_ONLY = Selection.parse('id', undefined)

test.group('plans', (group) => {
  takesMinutes(group)
  let client: pg.Client
  let resources: PluginHost['resources']

  group.setup(async () => {
    ;({ resources } = await app.container.make(PluginHost))
    const { connection } = await app.container.make(OpenDatabase)
    client = new pg.Client({ ...connection, options: UTC_SESSION })
    await client.connect()
    await client.query('BEGIN')
    await fillTables(client, [...new Set(resources.all().map(({ table }) => table))], ROWS)
    return async () => {
      await client.query('ROLLBACK')
      await client.end()
    }
  })

  test('use an index for every cursor ordering and key filter', async ({ assert }) => {
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
          const order = { order_by: sign + name }
          const plan = await explain(resource, order)
          assert.notInclude(plan, scan, `${resource.path}?order_by=${sign}${name}\n${plan}`)
          const deep = await explain(resource, {
            ...order,
            cursor: buildMiddleCursor(resource, sign + name),
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
  }).timeout(240_000)

  test('of every declared list and of its records by key are generic from the sixth run on', async ({
    assert,
  }) => {
    const compiler = new QueryCompiler(resources)
    const planned: string[] = []
    let lists = 0
    const isKept = async ({ statement, values }: Compiled) => {
      const name = `statement_${statement.text.length}_${lists}`
      for (let run = 0; run < RUNS; run++)
        await client.query({ name, text: statement.text, values })
      const { rows } = await client.query<{ kept: boolean }>(
        'SELECT generic_plans > 0 AS kept FROM pg_prepared_statements WHERE name = $1',
        [name]
      )
      await client.query(`DEALLOCATE ${name}`)
      return rows[0]!.kept
    }
    for (const resource of resources.all()) {
      const queries = resource.cursor.flatMap((name) => [
        { order_by: `-${name}` },
        { order_by: `-${name}`, cursor: buildMiddleCursor(resource, `-${name}`) },
      ])
      for (const query of queries.length ? queries : [{}]) {
        const compiled = listStatement(compiler, resource, query)
        assert.isTrue(compiled.statement.mayPrepare, `${resource.path} ${JSON.stringify(query)}`)
        lists++
        if (!(await isKept(compiled))) planned.push(`${resource.path} ${JSON.stringify(query)}`)
      }
      if (resource.ownership) continue
      const shape = { base: 'http://127.0.0.1/', suffix: '/', selection: Selection.everything }
      const { tree: filters } = parseFilters(resource, new Map())
      const byKeys = compiler.byKeys(resource, ['1'], { ...shape, filters })
      if (!(await isKept(byKeys))) planned.push(`${resource.path} by keys`)
    }
    assert.isAbove(lists, resources.all().length)
    assert.deepEqual(planned, [])
  }).timeout(240_000)
})
