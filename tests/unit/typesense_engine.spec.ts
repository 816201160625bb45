import { test } from '@japa/runner'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenEngine } from '#app/search_engine/engine'
import { DEVIATIONS } from '#app/search_engine/engines/typesense/refused'
import { typesenseEngine } from '#app/search_engine/engines/typesense/engine'
import { testEngine } from '#tests/search/engine_conformance'
import { ROOT } from '#tests/helpers/server_process'
import { TYPESENSE_KEY, TypesenseSimulator } from '#tests/simulators/typesense/server'
import { takesMinutes } from '#tests/helpers/long_tests'

let urls = process.env.TYPESENSE_TEST_URL?.split(',') ?? []
const apiKey = process.env.TYPESENSE_TEST_KEY ?? TYPESENSE_KEY

/** Each folder gets a separate cluster. */
const engineOf =
  (mostRanked?: number): OpenEngine =>
  async (options) => {
    const prefix = `test${hash('sha1', options.folder, 'hex').slice(0, 12)}`
    return typesenseEngine({ urls, apiKey, prefix, mostRanked })(options)
  }

test.group('search engine, Typesense', (group) => {
  takesMinutes(group)
  let simulator: TypesenseSimulator | undefined
  group.setup(async () => {
    if (urls.length) return
    simulator = await TypesenseSimulator.start({ mostOperations: 2_000 })
    urls = simulator.urls
  })
  group.teardown(() => simulator?.close())
  testEngine(engineOf(), {
    ...{ trees: 100, connectors: false, page: 40 },
    facets: { trees: 60, many: 40 },
  })

  test('the documentation has the table of differences', ({ assert }) => {
    const page = readFileSync(join(ROOT, 'resources/docs/typesense.md'), 'utf8')
    const rows = page
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.slice(2, -2).split(/ +\| +/))
      .slice(2)
    const expected = Object.values(DEVIATIONS).map(({ construct, answer, how }) => [
      ...[construct, answer, how],
    ])
    assert.deepEqual(
      rows.map((row) => row.map((cell) => cell.trim())),
      expected
    )
  })
})
