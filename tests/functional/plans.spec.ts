/**
 * PostgreSQL keeps one plan for every list statement, and for those of
 * records by their keys, and runs it from the sixth time on: planning takes
 * longer than running. It keeps one
 * only where it takes it to be as good as a plan for the values at hand.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { parseFilters } from '#api/filters/parse'
import { QueryCompiler, type Compiled } from '#api/query'
import { Selection } from '#api/select/selection'
import { UTC_SESSION } from '#app/database/reader'
import { fillTables } from '#tests/helpers/fill_tables'
import { cursorOf, listStatement } from '#tests/helpers/list_statements'
import { PluginHost } from '#core/plugin_host'
import { OpenDatabase } from '#app/database/connection'
import { takesMinutes } from '#tests/helpers/long_tests'

const ROWS = 20_000
const RUNS = 6

test.group('plans', (group) => {
  takesMinutes(group)
  test('of every declared list and of its records by keys are kept from the sixth run on', async ({
    assert,
  }) => {
    const { resources } = await app.container.make(PluginHost)
    const { connection } = await app.container.make(OpenDatabase)
    const client = new pg.Client({ ...connection, options: UTC_SESSION })
    await client.connect()
    try {
      await client.query('BEGIN')
      await fillTables(client, [...new Set(resources.all().map(({ table }) => table))], ROWS)
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
          { order_by: `-${name}`, cursor: cursorOf(resource, `-${name}`) },
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
    } finally {
      await client.query('ROLLBACK')
      await client.end()
    }
  }).timeout(240_000)
})
