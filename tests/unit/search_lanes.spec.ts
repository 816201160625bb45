import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { test } from '@japa/runner'
import { Random } from '#app/support/random'
import { SearchTooBroad, SearchTooSlow } from '#app/search_engine/engine'
import { HEAVY_ROWS, isHeavy } from '#app/search_engine/engines/embedded/cost'
import { IndexFiles } from '#app/search_engine/engines/embedded/index_files'
import {
  TimeSliceExceeded,
  IndexReader,
  type Limits,
} from '#app/search_engine/engines/embedded/index_reader'
import { buildIndexLayout } from '#app/search_engine/engines/embedded/layout'
import type { Task } from '#app/search_engine/engines/embedded/messages'
import { runSearch } from '#app/search_engine/engines/embedded/run_search'
import { SearchLane } from '#app/search_engine/engines/embedded/search_lane'
import { parseQuery } from '#app/search_engine/query/parse_query'
import { ALL } from '#app/search_engine/query/tree'
import { CLUSTERS } from '#tests/search/archive'
import { frequentWords, openFrequentWords, RARE, searchFor } from '#tests/search/frequent_words'
import { heavyQueries } from '#tests/search/heavy_queries'
import { word } from '#tests/search/small_documents'

const queries = heavyQueries(frequentWords, new Random(5))
const treeOf = (text: string) => parseQuery(text, CLUSTERS).tree
const ENDLESS: Limits = { deadline: Infinity, isCancelled: () => false }

/** In an index of this size, these read fewer postings than the limit for light searches. */
const LIGHT = ['20 frequent words', 'deep brackets']

test.group('search lanes', (group) => {
  let reader: IndexReader
  let engine: Awaited<ReturnType<typeof openFrequentWords>>['engine']
  const ends: (() => Promise<void>)[] = []
  group.setup(async () => {
    const opened = await openFrequentWords((end) => void ends.unshift(end))
    engine = opened.engine
    const { path } = new IndexFiles(opened.folder, CLUSTERS.name).liveFile()
    reader = new IndexReader(path, buildIndexLayout(CLUSTERS), 50_000)
    return async () => {
      reader.close()
      for (const end of ends) await end()
    }
  })

  for (const [kind, text] of Object.entries(queries)) {
    test('{kind}: the lane is chosen with no more work than a light search', ({ assert }) => {
      let checks = 0
      const limits = { deadline: Infinity, isCancelled: () => ++checks < 0 }
      const heavy = reader.within(limits, () => isHeavy(reader, searchFor(treeOf(text))))
      assert.equal(heavy, !LIGHT.includes(kind))
      // Each check is 64 rows, or 1,024 words of the index.
      assert.isBelow(checks, (HEAVY_ROWS * 20 * 2) / 64)
    }).with([{ kind }])

    test('{kind}: can be canceled while running, and the index remains usable', ({ assert }) => {
      let checks = 0
      const search = searchFor(treeOf(text))
      const run = (most: number) => {
        checks = 0
        try {
          runSearch(reader, search, { deadline: Infinity, isCancelled: () => ++checks > most })
          return 'answered'
        } catch (error) {
          if (error instanceof SearchTooBroad) return 'too broad'
          if (!(error instanceof SearchTooSlow)) throw error
          return 'cancelled'
        }
      }
      assert.oneOf(run(3), ['cancelled', 'too broad'])
      assert.isAtMost(checks, 4)
      const { count } = runSearch(reader, searchFor(word('name', 'rare7')), ENDLESS)
      assert.equal(count, 8)
    }).with([{ kind }])
  }

  test('rare words stay in the light lane, even with frequent words', ({ assert }) => {
    const [often, second, third] = frequentWords as [string, string, string]
    for (const text of [
      'rare1',
      `${often} rare1`,
      `"${often} ${second}"~9 rare1`,
      `rare1 -${third}`,
    ])
      assert.isFalse(
        reader.within(ENDLESS, () => isHeavy(reader, searchFor(treeOf(text)))),
        text
      )
  })

  test('a light thread forwards searches that exceed their estimate', ({ assert }) => {
    const limits = { ...ENDLESS, handOverAt: 0 }
    assert.throws(
      () => runSearch(reader, searchFor(word('name', 'rare1')), limits),
      TimeSliceExceeded
    )
  })

  test('a light thread keeps searches that were slow only because they waited for CPU time', ({
    assert,
  }) => {
    const limits = { ...ENDLESS, handOverAt: 0, handsOver: () => false }
    const { count } = runSearch(reader, searchFor(word('name', 'rare1')), limits)
    assert.equal(count, 24_000 / RARE)
  })

  test('rejects phrases that can’t finish before the deadline, without reading them', ({
    assert,
  }) => {
    const now = performance.timeOrigin + performance.now()
    const text = queries['a phrase of one word 250 times']!
    let checks = 0
    const limits = { deadline: now + 1000, isCancelled: () => ++checks < 0 }
    assert.throws(() => runSearch(reader, searchFor(treeOf(text)), limits), SearchTooSlow)
    assert.isBelow(checks, 1000)
  })

  test('light searches finish while heavy searches occupy their threads', async ({ assert }) => {
    const given = new AbortController()
    const heavy = Array.from({ length: 8 }, (_, at) => {
      const text = `${queries['200 branches of frequent words']} OR rare${at}`
      const search = searchFor(treeOf(text), { signal: given.signal })
      return engine.search(search).then(
        () => 'answered',
        (error) => (error as Error).constructor.name
      )
    })
    let settled = 0
    for (const one of heavy) void one.then(() => settled++)
    for (let at = 0; at < 20; at++) {
      const { count } = await engine.search(searchFor(word('name', `rare${at * 100}`)))
      assert.equal(count, 24_000 / RARE)
    }
    assert.isBelow(settled, heavy.length, 'heavy searches wait for each other, light ones do not')
    given.abort()
    assert.include(await Promise.all(heavy), 'SearchTooSlow')
  })

  test('a search that only counts returns no hits', async ({ assert }) => {
    const listed = await engine.search(searchFor(treeOf('rare1 OR rare2')))
    const counted = await engine.search(searchFor(treeOf('rare1 OR rare2'), { size: 0 }))
    assert.deepEqual(counted, { hits: [], more: true, count: listed.count, rankedNewest: null })
  })
})

class FakeWorker extends EventEmitter {
  readonly messages: unknown[] = []
  unref() {}
  async terminate() {}
  postMessage(message: unknown) {
    this.messages.push(message)
    if (message === 'close') queueMicrotask(() => this.emit('exit'))
  }
}

function fakeLane(mostThreads: number, patience?: number) {
  const workers: FakeWorker[] = []
  const start = () => {
    const worker = new FakeWorker()
    workers.push(worker)
    return worker as unknown as Worker
  }
  const data = { indexes: [CLUSTERS], folder: '', lane: 'heavy' as const, mostRanked: 1 }
  return { workers, lane: new SearchLane(data, mostThreads, 10, start, patience) }
}

function task(milliseconds: number): Task {
  return {
    kind: 'search',
    search: searchFor(ALL),
    endsAt: performance.timeOrigin + performance.now() + milliseconds,
    cancelled: new Int32Array(new SharedArrayBuffer(4)),
    onlyIfLight: false,
  }
}

test.group('lane deadlines', () => {
  test('a queued search fails at the deadline, and a late thread is replaced', async ({
    assert,
  }) => {
    const { lane, workers } = fakeLane(1)
    const [late, queued, next] = [task(30), task(30), task(60_000)]
    const running = assert.rejects(() => lane.run(late), SearchTooSlow)
    await assert.rejects(() => lane.run(queued), SearchTooSlow)
    await running
    assert.deepEqual(
      [late, queued].map(({ cancelled }) => cancelled[0]),
      [1, 1]
    )
    const answer = lane.run(next)
    while (workers.length < 2) await new Promise((resolve) => setTimeout(resolve, 10))
    assert.deepEqual(workers[0]!.messages, [late])
    assert.deepEqual(workers[1]!.messages, [next])
    const reply = { result: 1, state: '' }
    workers[0]!.emit('message', { result: 0, state: '' })
    workers[1]!.emit('message', reply)
    assert.deepEqual(await answer, reply)
    assert.deepEqual(workers[0]!.messages, [late, 'close'])
    await lane.close()
  })

  test('searches run in order, or newest first under overload', async ({ assert }) => {
    for (const [patience, order] of [
      [60_000, [0, 1, 2]],
      [-1, [0, 2, 1]],
    ] as const) {
      const { lane, workers } = fakeLane(1, patience)
      const tasks = [task(60_000), task(60_000), task(60_000)]
      const answers = tasks.map((each) => lane.run(each))
      tasks.forEach(() => workers[0]!.emit('message', { result: 0, state: '' }))
      await Promise.all(answers)
      assert.deepEqual(
        workers[0]!.messages,
        order.map((at) => tasks[at])
      )
      await lane.close()
    }
  })

  test('threads are replaced at most once', async ({ assert }) => {
    const { lane, workers } = fakeLane(1)
    for (let at = 0; at < 4; at++) await assert.rejects(() => lane.run(task(400)), SearchTooSlow)
    assert.lengthOf(workers, 2)
    for (const worker of workers) worker.emit('exit')
    await lane.close()
  })
})
