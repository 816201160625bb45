/**
 * A server with SEARCH_ENGINE=typesense on the simulator returns the same results
 * as one with the embedded engine (resources/docs/typesense.md).
 */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { ace, ServerProcess } from '#tests/helpers/server_process'
import { TYPESENSE_KEY, TypesenseSimulator } from '#tests/simulators/typesense/server'

/** Lists sorted by field values. */
const SORTED: Record<string, string>[] = [
  { type: 'o', order_by: 'dateFiled desc' },
  { type: 'o', q: 'court', order_by: 'citeCount desc' },
  { type: 'r', order_by: 'dateFiled asc' },
  { type: 'r', order_by: 'entry_date_filed desc' },
  { type: 'rd', order_by: 'entry_date_filed asc' },
  { type: 'd', order_by: 'dateFiled desc' },
  { type: 'oa', order_by: 'dateArgued desc' },
  { type: 'p', order_by: 'name_reverse asc' },
  { type: 'p', order_by: 'dob desc,name_reverse asc' },
]
/** Only the set of results matters, not their order. */
const RANKED: Record<string, string>[] = [
  { type: 'o', q: 'jurisdiction' },
  { type: 'o', q: '"due process" OR (equal AND protection)' },
  { type: 'o', q: 'court NOT appeal', stat_Published: 'on' },
  { type: 'o', q: 'constitu* AND w?rk' },
  { type: 'o', q: '"power congress"~5' },
  { type: 'o', q: 'jurisdction~1' },
  { type: 'r', q: 'motion' },
  { type: 'r', q: 'party_name:inc' },
  { type: 'rd', q: 'order' },
  { type: 'd', q: 'v' },
  { type: 'oa', q: 'argument OR v' },
  { type: 'p', q: 'john' },
]
const KEY: Record<string, string> = { o: 'cluster_id', r: 'docket_id', d: 'docket_id' }

/** Two servers in turn, with an index that the simulator scans: takes minutes on a busy machine. */
const ASKED = Boolean(process.env.CURIA_TEST_TYPESENSE)
const NOT_ASKED = 'takes minutes: set CURIA_TEST_TYPESENSE'

interface Answer {
  status: number
  count: number
  keys: number[]
}

async function ask(server: ServerProcess, query: Record<string, string>): Promise<Answer> {
  const response = await fetch(
    server.url(`/api/rest/v4/search/?${new URLSearchParams(query).toString()}`)
  )
  const { count, results = [] } = (await response.json()) as {
    count: number
    results?: Record<string, number>[]
  }
  const key = KEY[query.type!] ?? 'id'
  return { status: response.status, count, keys: results.map((one) => one[key]!) }
}

test.group('server with Typesense', (group) => {
  let simulator: TypesenseSimulator | undefined
  const data = makeTemporaryFolder()
  const engine = () => ({
    ...{ DATA_DIR: data, DEMO: 'off', SEARCH_ENGINE: 'typesense' },
    ...{ TYPESENSE_URLS: simulator!.urls.join(','), TYPESENSE_API_KEY: TYPESENSE_KEY },
  })
  group.setup(async () => {
    if (!ASKED) return
    simulator = await TypesenseSimulator.start({ mostOperations: 2_000 })
    await copyMadeFolder(data)
  })
  group.teardown(async () => {
    await simulator?.close()
    rmSync(data, { recursive: true, force: true })
  })

  test('returns the same results as the embedded engine for all types', async ({
    assert,
    cleanup,
  }) => {
    const embedded = await ServerProcess.start({ DATA_DIR: data, DEMO: 'off' })
    cleanup(async () => void (await embedded.kill('SIGKILL')))
    const expected = new Map<object, Answer>()
    for (const query of [...SORTED, ...RANKED]) expected.set(query, await ask(embedded, query))
    await embedded.kill('SIGTERM')

    const server = await ServerProcess.start(engine())
    cleanup(async () => void (await server.kill('SIGTERM')))
    for (const type of ['o', 'r', 'p', 'oa'])
      while ((await ask(server, { type })).status !== 200) await sleep(100)
    for (const query of SORTED) {
      const found = await ask(server, query)
      assert.isAbove(found.count, 0, JSON.stringify(query))
      assert.deepEqual(found, expected.get(query), JSON.stringify(query))
    }
    let matches = 0
    for (const query of RANKED) {
      const [found, other] = [await ask(server, query), expected.get(query)!]
      const shown = JSON.stringify(query)
      assert.deepEqual([found.status, found.count], [200, other.count], shown)
      const sorted = ({ keys }: Answer) => keys.toSorted((a, b) => a - b)
      if (found.count === found.keys.length) assert.deepEqual(sorted(found), sorted(other), shown)
      matches += found.count
    }
    assert.isAbove(matches, RANKED.length)

    const status = await fetch(server.url('/monitoring/elasticsearch-status/'))
    assert.equal(status.status, 200)
    const { code, output } = await ace(['search:rebuild', 'people'], engine()).ended
    assert.equal(code, 0, output)
    const people = SORTED.at(-1)!
    assert.deepEqual(await ask(server, people), expected.get(people))
  }).skip(!ASKED, NOT_ASKED)

  test('a start without URLs or a key fails with one line', async ({ assert }) => {
    const { code, output } = await ServerProcess.fail({ ...engine(), TYPESENSE_API_KEY: '' })
    assert.notEqual(code, 0)
    assert.include(output, 'SEARCH_ENGINE=typesense requires TYPESENSE_URLS and TYPESENSE_API_KEY.')
  }).skip(!ASKED, NOT_ASKED)
})
