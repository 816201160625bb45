/** Engines that rank only the newest matches: the ranked hits and those after them. */
import { test } from '@japa/runner'
import type { EngineSearch, OpenEngine } from '#app/search_engine/engine'
import { ALL, type QueryLeaf } from '#app/search_engine/query/tree'
import { CASES, CLUSTERS } from './archive.js'
import { temporaryFolder, type EngineUnderTest } from './engine_conformance.js'
import { fillIndex } from './fill_index.js'
import { ARCHIVE, BASE, COURT, pages } from './order_conformance.js'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'

const RANKED = 40
const BY_SCORE = { by: 'score' } as const
const NEWEST: EngineSearch['order'] = {
  by: 'fields',
  fields: [{ name: 'filed', descending: true }],
}

/** Registers the tests. `engineThatRanks` creates an engine that ranks the given number of rows. */
export function testRankedSet(
  open: EngineUnderTest,
  engineThatRanks: (rows: number) => OpenEngine
): void {
  for (const index of [CASES, CLUSTERS])
    test(`ranks the newest of ${index.name}, followed by the rest by date`, async ({
      assert,
      cleanup,
    }) => {
      const folder = temporaryFolder(cleanup)
      const whole = await open([index], cleanup, folder)
      await fillIndex(whole, index.name, ARCHIVE)
      const some = await engineThatRanks(RANKED)({ indexes: [index], folder })
      cleanup(() => some.close())
      for (const query of [COURT, ALL]) {
        const search = { ...BASE, index: index.name, query, grain: 'child' as const }
        const newest = (await whole.search({ ...search, order: NEWEST })).hits
        const best = (await whole.search({ ...search, order: BY_SCORE })).hits
        const { parent } = newest[RANKED - 1]!
        const end = newest.findLastIndex((hit) => hit.parent === parent) + 1
        const ranked = new Set(newest.slice(0, end).map(({ key }) => key))
        const expected = [
          ...best.filter(({ key }) => ranked.has(key)).map(({ key }) => key),
          ...newest.slice(end).map(({ key }) => key),
        ]
        const answer = await some.search({ ...search, order: BY_SCORE })
        assert.deepEqual(
          answer.hits.map(({ key }) => key),
          expected
        )
        assert.equal(answer.rankedNewest, RANKED)
        assert.equal(answer.count, newest.length)
        const first = await some.search({ ...search, order: BY_SCORE, size: 5 })
        assert.deepEqual(first.hits, answer.hits.slice(0, 5))
      }
    })

  for (const grain of ['parent', 'child', 'leaf'] as const)
    test(`pages from ranked to other hits and back contain each ${grain} once`, async ({
      assert,
      cleanup,
    }) => {
      const engine = await open([CASES], cleanup)
      await fillIndex(engine, 'cases', ARCHIVE)
      for (const rows of [1, 7, RANKED]) {
        const some = await engineThatRanks(rows)({
          indexes: [CASES],
          folder: temporaryFolder(cleanup),
        })
        cleanup(() => some.close())
        await fillIndex(some, 'cases', ARCHIVE)
        for (const boosts of [[], [{ tree: NAMED, times: 5 }]]) {
          const scoring = { ...BASE.scoring, boosts }
          const search = { ...BASE, grain, scoring, order: BY_SCORE, children: 0 }
          const { hits, count } = await some.search(search)
          const all = await engine.search(search)
          const keys = (of: typeof hits) => of.map(({ key }) => key).sort((a, b) => a - b)
          assert.deepEqual(keys(hits), keys(all.hits))
          assert.equal(count, all.count)
          const scores = new Map(all.hits.map(({ score, position }) => [position.at(-1), score]))
          for (const { score, position } of hits)
            if (position[0] !== null) assert.equal(score, scores.get(position.at(-1)!))
          if (boosts.length) assert.notDeepEqual(hits, (await some.search(unboosted(search))).hits)
          assert.deepEqual(await pages(some, search, 'after'), hits)
          const last = hits.at(-1)!
          assert.isNull(last.position[0])
          assert.deepEqual(await pages(some, search, 'before', last.position), hits.slice(0, -1))
        }
      }
    })
      .skip(!EVERYTHING, LEFT_OUT)
      .timeout(60_000)
}

const NAMED: QueryLeaf = { op: 'word', fields: ['name'], word: 'court', form: 'exact' }

function unboosted(search: EngineSearch): EngineSearch {
  return { ...search, scoring: { ...search.scoring, boosts: [] } }
}
