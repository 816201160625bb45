/**
 * Lookup of 300 documents in one call. Anonymous users may not send this request
 * over HTTP, so it measures the engine and the database without HTTP.
 */
import { parseFilters } from '#api/filters/parse'
import { parseOrdering } from '#api/ordering'
import { QueryCompiler } from '#api/query'
import type { ResourceRegistry } from '#api/registry'
import { Selection } from '#api/select/selection'
import type { ConnectionSettings } from '#app/database/connection'
import { Reader } from '#app/database/reader'
import { milliseconds, printTable, whole } from './table.js'

const ROUNDS = 1000
const WARM_UP = 200
const IDS = 300

export async function benchLookup(
  connection: ConnectionSettings,
  registry: ResourceRegistry,
  documents: number
): Promise<void> {
  const reader = new Reader(connection, { connections: 1, statementTimeout: 10_000 })
  const compiler = new QueryCompiler(registry)
  const resource = registry.get('archive-query')
  const ordering = parseOrdering(resource, undefined, 'v4')
  const times: number[] = []
  let found = 0
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const ids = Array.from({ length: IDS }, (_, index) => {
      const n = 1 + (((round * IDS + index) * 7919) % documents)
      return `1270${String(n).padStart(8, '0')}`
    })
    const started = performance.now()
    const { tree } = parseFilters(resource, new Map([['registry_doc_id__in', [ids.join(',')]]]))
    const { statement, values } = compiler.list(resource, {
      base: 'http://127.0.0.1/api/rest/v4/',
      suffix: '/',
      selection: Selection.everything,
      filters: tree,
      ordering,
      limit: resource.pageSize,
    })
    const rows = await reader.rows(statement, values)
    if (round < 0) continue
    found += rows.length
    times.push(performance.now() - started)
  }
  await reader.close()
  times.sort((a, b) => a - b)
  printTable(
    [`lookup of ${IDS} in ${whole(documents)}`, 'found', 'p50', 'p99'],
    [
      [
        'engine and database',
        whole(found / ROUNDS),
        milliseconds(times[ROUNDS / 2]!),
        milliseconds(times[Math.floor(ROUNDS * 0.99)]!),
      ],
    ]
  )
}
