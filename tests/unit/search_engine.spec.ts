import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from '@japa/runner'
import { embeddedEngine, openEmbeddedEngine } from '#app/search_engine/engines/embedded/engine'
import {
  listPrefixTerms,
  GAP_WORDS,
  buildRangeBlocks,
} from '#app/search_engine/engines/embedded/row_content'
import { IndexFiles } from '#app/search_engine/engines/embedded/index_files'
import { IndexReader } from '#app/search_engine/engines/embedded/index_reader'
import { buildIndexLayout } from '#app/search_engine/engines/embedded/layout'
import { runSearch } from '#app/search_engine/engines/embedded/run_search'
import { IndexDamaged, SearchTooSlow } from '#app/search_engine/engine'
import { ALL } from '#app/search_engine/query/tree'
import { damageFile } from '#tests/helpers/damage'
import { CASES, CLUSTERS, makeArchive } from '#tests/search/archive'
import { temporaryFolder, testEngine } from '#tests/search/engine_conformance'
import { testCountedNewest } from '#tests/search/facet_conformance'
import { fillIndex } from '#tests/search/fill_index'
import { keys } from '#tests/search/small_documents'
import { testRankedSet } from '#tests/search/ranked_set_conformance'
import { testScores } from '#tests/search/score_conformance'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'

/** Random searches in a default run. */
const FEWER = { trees: 60, facets: { trees: 60, many: 200 } }

function marksOf(name: string, value: string | number | boolean) {
  const time = () => Date.parse(String(value))
  if (['heard', 'served'].includes(name)) return buildRangeBlocks('date', time() / 86_400_000)
  return name === 'opened' ? buildRangeBlocks('datetime', time()) : [value]
}

test.group('search engine, embedded', () => {
  const open = testEngine(openEmbeddedEngine, EVERYTHING ? {} : FEWER)
  testRankedSet(open, embeddedEngine)
  testCountedNewest(embeddedEngine)
  testScores(open, (texts, fields, siblings, index) => {
    const isText = (name: string) => name in texts
    const words = Object.values(texts).flatMap((values) => {
      const lengths = values.map(({ exact }) => exact.length).filter(Boolean)
      const gaps = lengths
        .slice(1)
        .map((length, at) => Math.max(0, GAP_WORDS - Math.min(length, lengths[at]!)))
      const beginnings = values.map(({ exact }) => listPrefixTerms(exact).length)
      return [...lengths.map((length) => 2 * length), ...beginnings, ...gaps]
    })
    // One marker for every row, and one for each value other than text or dates, or each block of several dates.
    const marks = Object.entries(fields).flatMap(([name, value]) =>
      isText(name) || ['filed', 'entered', 'stamp'].includes(name) || value === null
        ? []
        : [...new Set([value].flat().flatMap((one) => marksOf(name, one!)))]
    )
    const isMarked = index.ownRow === 'without children' && siblings > 0
    return words.reduce((sum, count) => sum + count, 0) + marks.length + 1 + (isMarked ? 1 : 0)
  })

  test('a canceled search does not affect the next one with the same shape', async ({
    assert,
    cleanup,
  }) => {
    const folder = temporaryFolder(cleanup)
    const engine = await openEmbeddedEngine({ indexes: [CASES], folder })
    cleanup(() => engine.close())
    const parents = [{ key: 1024, date: '2020-01-01', factor: 1, fields: { name: 'case' } }]
    await fillIndex(engine, 'cases', { parents, children: [] })
    const { path } = new IndexFiles(folder, 'cases').liveFile()
    const reader = new IndexReader(path, buildIndexLayout(CASES), 50_000)
    cleanup(() => reader.close())
    for (const order of [
      { by: 'score' as const },
      { by: 'fields' as const, fields: [{ name: 'filed', descending: true }] },
    ]) {
      const search = {
        ...{ index: 'cases', query: ALL, filter: ALL, grain: 'parent' as const, order },
        ...{ scoring: { today: '2024-01-01' }, size: 20, children: 0, count: true, deadline: 0 },
      }
      let checks = 0
      const givenUp = { deadline: Infinity, isCancelled: () => ++checks > 1 }
      assert.throws(() => runSearch(reader, search, givenUp), SearchTooSlow)
      const answer = runSearch(reader, search, { deadline: Infinity, isCancelled: () => false })
      assert.equal(answer.count, 1)
    }
  })

  test('damage from byte {from} on affects only one index, and only until a rebuild')
    .with([{ from: 0 }, { from: 8192 }])
    .skip(!EVERYTHING, LEFT_OUT)
    .run(async ({ assert, cleanup }, { from }) => {
      const folder = temporaryFolder(cleanup)
      const engine = await open([CASES, CLUSTERS], cleanup, folder)
      const archive = makeArchive(1, 200)
      for (const { name } of [CASES, CLUSTERS])
        for (const target of ['live', 'rebuild'] as const)
          await fillIndex(engine, name, archive, target)
      const files = new IndexFiles(folder, 'cases')
      const before = await keys(engine, ALL)
      // Threads with the file in memory continue; these threads don't have it yet.
      const others = await open([CASES, CLUSTERS], cleanup, folder)
      const told: string[] = []
      engine.onChange((index) => told.push(index))
      for (const file of [files.live(), files.next()]) damageFile(file, from)

      await assert.rejects(() => keys(others, ALL), IndexDamaged)
      await assert.rejects(() => keys(engine, ALL), IndexDamaged)
      assert.isNotEmpty(await keys(engine, ALL, 'parent', { index: 'clusters' }))
      const [cases, clusters] = (await engine.health()).indexes
      assert.isString(cases!.damaged)
      assert.deepEqual(
        [cases!.checkpoint, clusters!.damaged, clusters!.checkpoint],
        [null, null, '1']
      )
      while (!told.includes('cases')) await wait(20)
      await assert.rejects(() => fillIndex(engine, 'cases', archive, 'rebuild'), IndexDamaged)

      await engine.discardRebuild('cases')
      await fillIndex(engine, 'cases', archive, 'rebuild')
      await engine.swap('cases')
      for (const one of [engine, others]) {
        assert.deepEqual(await keys(one, ALL), before)
        assert.isNull((await one.health()).indexes[0]!.damaged)
      }
    })

  test('reports an inconsistent index as damaged', async ({ assert, cleanup }) => {
    const folder = temporaryFolder(cleanup)
    const engine = await open([CASES], cleanup, folder)
    await fillIndex(engine, 'cases', makeArchive(1, 20))
    const database = new DatabaseSync(new IndexFiles(folder, 'cases').live())
    database.exec('DELETE FROM parents WHERE key % 2 = 0')
    database.close()
    await assert.rejects(() => keys(engine, ALL), IndexDamaged)
    assert.include((await engine.health()).indexes[0]!.damaged, 'a referenced row is missing')
  })
})
