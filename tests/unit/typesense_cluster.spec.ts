/** The Typesense engine with a cluster whose nodes lag, fail, and recover. */
import { test } from '@japa/runner'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  EngineUnavailable,
  IndexBeingWritten,
  SearchTooSlow,
  type SearchEngine,
} from '#app/search_engine/engine'
import { Cluster, CollectionNotFound } from '#app/search_engine/engines/typesense/cluster'
import { typesenseEngine } from '#app/search_engine/engines/typesense/engine'
import { ALL, and, not, or } from '#app/search_engine/query/tree'
import { CASES, makeArchive } from '#tests/search/archive'
import { fillIndex } from '#tests/search/fill_index'
import { child, keys, parent, word } from '#tests/search/small_documents'
import {
  TYPESENSE_KEY,
  TypesenseSimulator,
  type Accident,
} from '#tests/simulators/typesense/server'
import { takesMinutes } from '#tests/helpers/long_tests'

type Cleanup = (end: () => Promise<void>) => void

async function cluster(cleanup: Cleanup, nodes = 3) {
  const simulator = await TypesenseSimulator.start({ nodes, mostOperations: 2_000, election: 200 })
  cleanup(() => simulator.close())
  const engine = await open(simulator, cleanup)
  return { simulator, engine }
}

async function open(
  { urls }: TypesenseSimulator,
  cleanup: Cleanup,
  more: { attempt?: number } = {}
): Promise<SearchEngine> {
  const options = { urls, apiKey: TYPESENSE_KEY, ...more }
  const engine = await typesenseEngine(options)({ indexes: [CASES], folder: '' })
  cleanup(() => engine.close())
  return engine
}

test.group('Typesense: a cluster', (group) => {
  takesMinutes(group)
  test('answers searches while a node is down and after it recovers', async ({
    assert,
    cleanup,
  }) => {
    const { simulator, engine } = await cluster(cleanup)
    const archive = makeArchive(3, 30)
    await fillIndex(engine, 'cases', archive)
    const all = await keys(engine, ALL)
    assert.lengthOf(all, 30)
    for (const node of [2, 1]) {
      await simulator.kill(node)
      for (let round = 0; round < 4; round++) assert.deepEqual(await keys(engine, ALL), all)
      await simulator.restart(node)
      for (let round = 0; round < 4; round++) assert.deepEqual(await keys(engine, ALL), all)
    }
  })

  test('a leader that fails during a build ({$self}) neither loses nor duplicates documents')
    .with(['unwritten', 'half', 'unanswered'] satisfies Accident[])
    .run(async ({ assert, cleanup }, accident) => {
      const { simulator, engine } = await cluster(cleanup)
      const archive = makeArchive(4, 40)
      const writer = await engine.openWriter('cases', 'rebuild')
      const killed: number[] = []
      for (const [at, one] of archive.parents.entries()) {
        await writer.startParent(one, { isNew: true })
        await writer.putChildren(archive.children.filter((other) => other.parent === one.key))
        await writer.finishParent({ complete: true })
        if (at % 8 !== 7) continue
        // Each commit has at least an import and a state update; they fail alternately.
        const { leader } = simulator
        simulator.failAt(1 + (killed.length % 2), accident)
        await writer.commit(String(at))
        killed.push(leader!)
        await simulator.restart(leader!)
      }
      await writer.close()
      await engine.swap('cases')
      assert.lengthOf(killed, 5)
      const sorted = (found: number[]) => found.toSorted((a, b) => a - b)
      assert.deepEqual(
        sorted(await keys(engine, ALL)),
        archive.parents.map(({ key }) => key)
      )
      assert.deepEqual(
        sorted(await keys(engine, ALL, 'child')),
        archive.children.map(({ key }) => key)
      )
      const [health] = (await engine.health()).indexes
      const rows = archive.parents.length + archive.children.length
      assert.deepEqual([health!.documents, health!.checkpoint], [rows, '39'])
    })

  test('does not read from a follower before it has the committed data', async ({
    assert,
    cleanup,
  }) => {
    const { simulator, engine } = await cluster(cleanup)
    for (const node of [1, 2]) simulator.setLag(node, 60)
    const texts = ['apple', 'pear', 'plum', 'quince']
    for (const [at, text] of texts.entries()) {
      const children = [child(10, 1, text), child(20 + at, 1, 'other')]
      const written = { parents: [parent(1, 'case', '2020-01-01')], children }
      await fillIndex(engine, 'cases', written, 'live', String(at))
      // With three searches, each node is queried first once.
      for (let round = 0; round < 3; round++)
        assert.deepEqual(await keys(engine, word('text', text), 'child'), [10])
      for (const other of texts)
        if (other !== text) assert.isEmpty(await keys(engine, word('text', other), 'child'))
      assert.deepEqual((await keys(engine, ALL, 'child')).toSorted(), [10, 20 + at])
    }
  })

  test('another process never sees part of a commit on any node', async ({ assert, cleanup }) => {
    const { simulator, engine } = await cluster(cleanup)
    for (const [node, lag] of [
      [1, 15],
      [2, 45],
    ] as const)
      simulator.setLag(node, lag)
    const write = (round: number) =>
      fillIndex(engine, 'cases', {
        parents: Array.from({ length: 5 }, (_, at) =>
          parent(at + 1, `case round${round}`, '2020-01-01')
        ),
        children: [],
      })
    await write(0)
    const other = await open(simulator, cleanup)
    let isWriting = true
    const seen = new Set<string>()
    const reading = (async () => {
      while (isWriting) {
        const rounds = await Promise.all(
          Array.from({ length: 8 }, async (_, round) => {
            const found = await keys(other, word('name', `round${round}`))
            return found.length
          })
        )
        for (const count of rounds) seen.add(String(count))
      }
    })()
    for (let round = 1; round < 8; round++) await write(round)
    isWriting = false
    await reading
    assert.deepEqual([...seen].toSorted(), ['0', '5'])
  })

  test('a node that replays its log never shows an older state than before', async ({
    assert,
    cleanup,
  }) => {
    const { simulator, engine } = await cluster(cleanup, 1)
    await fillIndex(engine, 'cases', makeArchive(5, 20), 'live', 'a')
    const all = await keys(engine, ALL)
    await simulator.kill(0)
    const back = simulator.restart(0, 20)
    assert.deepEqual(await keys(engine, ALL), all)
    assert.equal((await engine.health()).indexes[0]!.checkpoint, 'a')
    await back
  })

  test('the next writer waits for the lease and rolls back the changes of a crashed writer', async ({
    assert,
    cleanup,
  }) => {
    const { simulator, engine } = await cluster(cleanup, 1)
    const archive = makeArchive(6, 20)
    await fillIndex(engine, 'cases', archive, 'live', 'a')
    const all = await keys(engine, ALL)
    const dead = await open(simulator, cleanup)
    const writer = await dead.openWriter('cases', 'live')
    await writer.removeParents(archive.parents.slice(0, 10).map(({ key }) => key))
    for (let key = 1000; key < 2100; key++) {
      await writer.startParent(parent(key, 'left', '2020-01-01'), { isNew: true })
      await writer.finishParent({ complete: true })
    }
    await assert.rejects(() => engine.openWriter('cases', 'live'), IndexBeingWritten)
    assert.deepEqual(await keys(engine, ALL), all)
    // As if the lease had not been renewed for a minute.
    simulator.expireLeases()
    const second = await engine.openWriter('cases', 'live')
    await second.commit('b')
    await second.close()
    assert.deepEqual(await keys(engine, ALL), all)
    assert.deepEqual((await engine.health()).indexes[0]!.documents, rowsOf(archive))
  })

  test('searches end at their deadline if the cluster does not respond', async ({
    assert,
    cleanup,
  }) => {
    const { simulator, engine } = await cluster(cleanup)
    await fillIndex(engine, 'cases', makeArchive(7, 5))
    for (const node of [1, 2]) await simulator.kill(node)
    assert.lengthOf(await keys(engine, ALL), 5)
    simulator.stall(0)
    await assert.rejects(() => keys(engine, ALL, 'parent', { deadline: 200 }), SearchTooSlow)
  })

  test('repeats imports that are not answered', async ({ assert, cleanup }) => {
    const simulator = await TypesenseSimulator.start({ mostOperations: 2_000 })
    cleanup(() => simulator.close())
    const engine = await open(simulator, cleanup, { attempt: 300 })
    simulator.ignoreImports(3)
    const archive = makeArchive(8, 20)
    await fillIndex(engine, 'cases', archive)
    assert.lengthOf(await keys(engine, ALL), 20)
    assert.equal((await engine.health()).indexes[0]!.documents, rowsOf(archive))
  })

  test('sends imports of about a megabyte', async ({ assert, cleanup }) => {
    const { simulator, engine } = await cluster(cleanup, 1)
    const parents = Array.from({ length: 40 }, (_, at) => parent(at + 1, 'case', '2020-01-01'))
    const children = parents.map(({ key }) => child(key, key, `word${key} `.repeat(20_000)))
    await fillIndex(engine, 'cases', { parents, children })
    const sizes = simulator.requests
      .filter(({ path }) => path.endsWith('/import'))
      .map(({ bytes }) => bytes)
    const all = sizes.reduce((sum, bytes) => sum + bytes, 0)
    assert.isAbove(all, 10_000_000)
    assert.isBelow(Math.max(...sizes), 2_000_000)
  })

  test('searches in at most three requests: {what}')
    .with([
      { what: 'a word', query: word('text', 'court') },
      { what: 'two words', query: and(word('text', 'court'), word('name', 'judge')) },
      { what: 'alternatives', query: or(word('text', 'court'), word('text', 'motion')) },
      { what: 'an exclusion', query: and(word('text', 'court'), not(word('text', 'motion'))) },
      { what: 'no words', query: ALL },
    ])
    .run(async ({ assert, cleanup }, { query }) => {
      const { simulator, engine } = await cluster(cleanup, 1)
      await fillIndex(engine, 'cases', makeArchive(9, 40))
      await keys(engine, ALL)
      simulator.requests.length = 0
      const raised = [word('name', 'court'), word('name', 'judge')].map((tree) => ({
        ...{ tree, times: 10 },
      }))
      const { hits, facets } = await engine.search({
        ...{ index: 'cases', query, filter: ALL, grain: 'parent', order: { by: 'score' } },
        scoring: { today: '2024-01-01', boosts: raised.slice(0, 1), parts: raised },
        ...{ size: 20, children: 3, count: true, facets: ['court'], deadline: 60_000 },
      })
      assert.isNotEmpty(hits)
      assert.isNotEmpty(facets!.values.court)
      assert.isAtMost(simulator.requests.length, 3)
    })

  test('names the cause in a sentence: {$i}')
    .with([
      { what: 'key', expected: /rejects the key\. Check TYPESENSE_API_KEY\.$/, isRefused: true },
      { what: 'address', expected: /does not respond \(.+\)\. Check TYPESENSE_URLS\.$/ },
      { what: 'status', expected: /^Typesense is not ready/ },
      { what: 'host', expected: /does not respond \(.+\)\. Check TYPESENSE_URLS\.$/ },
    ])
    .run(async ({ assert, cleanup }, { what, expected, isRefused = false }) => {
      const simulator = await TypesenseSimulator.start()
      cleanup(() => simulator.close())
      const starting = createServer((_, response) => {
        response.writeHead(503).end(JSON.stringify({ message: 'Not Ready or Lagging' }))
      }).listen(0, '127.0.0.1')
      await once(starting, 'listening')
      cleanup(async () => void starting.close())
      const { port } = starting.address() as AddressInfo
      const [url] = simulator.urls
      if (what === 'address') await simulator.close()
      const urls = { status: `http://127.0.0.1:${port}`, host: 'http://typesense.invalid:8108' }
      const options = {
        urls: [urls[what as keyof typeof urls] ?? url!],
        apiKey: what === 'key' ? 'wrong' : TYPESENSE_KEY,
        patience: 500,
      }
      const engine = await typesenseEngine(options)({ indexes: [CASES], folder: '' })
      cleanup(() => engine.close())
      for (const call of [
        () => engine.health(),
        () => keys(engine, ALL),
        () => engine.openWriter('cases', 'live'),
      ]) {
        const error = await call().then(
          () => null,
          (thrown: unknown) => thrown
        )
        assert.instanceOf(error, EngineUnavailable)
        assert.match((error as Error).message, expected)
        assert.equal((error as EngineUnavailable).isRefused, isRefused)
      }
    })

  test('an answer that names an error does not count as an absent server: {what}')
    .with([
      {
        what: 'a search that was cut off',
        result: { search_cutoff: true },
        expected: SearchTooSlow,
      },
      { what: 'a rejected search', result: { code: 400, error: 'Bad filter.' }, expected: Error },
      { what: 'a missing collection', result: { code: 404 }, expected: CollectionNotFound },
    ])
    .run(async ({ assert, cleanup }, { result, expected }) => {
      const server = createServer((_, response) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ results: [result] }))
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      cleanup(async () => void server.close())
      const { port } = server.address() as AddressInfo
      const urls = [`http://127.0.0.1:${port}`]
      const client = new Cluster({ urls, apiKey: TYPESENSE_KEY })
      const error = await client
        .search([{ collection: 'cases', q: '*' }], {
          endsAt: performance.now() + 10_000,
        })
        .catch((thrown: unknown) => thrown)
      assert.equal((error as object).constructor, expected)
    })

  test('rejects a server that is too old', async ({ assert, cleanup }) => {
    const simulator = await TypesenseSimulator.start({ version: '29.0' })
    cleanup(() => simulator.close())
    const engine = await open(simulator, cleanup)
    await assert.rejects(
      () => keys(engine, ALL),
      /Typesense 29.0 is too old: 30 or later is required/
    )
  })
})

function rowsOf({ parents, children }: ReturnType<typeof makeArchive>): number {
  return parents.length + children.length
}
