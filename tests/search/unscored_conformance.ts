/** Order by score of searches in which no word scores: newest and most important first. */
import { test } from '@japa/runner'
import type { EngineSearch } from '#app/search_engine/engine'
import { bruteForce } from '#app/search_engine/query/evaluate'
import { ALL, and, not, or, type QueryTree } from '#app/search_engine/query/tree'
import { CASES, CLUSTERS, makeArchive } from './archive.js'
import type { EngineUnderTest } from './engine_conformance.js'
import { fillIndex } from './fill_index.js'
import { computeAgeFactor } from './score_formula.js'

const TODAY = '2024-01-01'

const word: QueryTree = { op: 'word', fields: ['name', 'text'], word: 'court', form: 'stem' }
const is = (field: string, ...values: string[]): QueryTree => ({ op: 'is', field, values })
const since2000: QueryTree = { op: 'range', field: 'filed', from: 10_957, to: null }

/** Queries without scored words, with their filters. */
const SEARCHES: { what: string; query: QueryTree; filter?: QueryTree }[] = [
  { what: 'everything', query: ALL },
  { what: 'a value in the filter', query: ALL, filter: is('court', 'scotus', 'ca9') },
  { what: 'a value in the query', query: is('court', 'scotus', 'ca9') },
  { what: 'one of two values', query: or(is('court', 'scotus'), is('sealed', 'true')) },
  { what: 'a range of dates', query: since2000 },
  { what: 'a range in the filter', query: ALL, filter: since2000 },
  { what: 'an excluded word', query: not(word) },
  { what: 'an excluded value', query: not(is('court', 'scotus')) },
  { what: 'a value and an excluded word', query: and(is('sealed', 'false'), not(word)) },
  { what: 'a word in the filter', query: ALL, filter: word },
]

/** Registers the tests. */
export function testUnscored(open: EngineUnderTest): void {
  for (const index of [CASES, CLUSTERS])
    test(`without scored words, ${index.name} are ranked by age and importance: {what}`)
      .with(SEARCHES)
      .run(async ({ assert, cleanup }, { query, filter = ALL }) => {
        const engine = await open([index], cleanup)
        const archive = makeArchive(5, 60)
        await fillIndex(engine, index.name, archive)
        const search: EngineSearch = {
          ...{ index: index.name, query, filter, grain: 'parent', order: { by: 'score' } },
          ...{ scoring: { today: TODAY, boosts: [{ tree: word, times: 50 }] }, size: 100 },
          ...{ children: 0, count: true, deadline: 60_000 },
        }
        const { hits, count } = await engine.search(search)
        const { parents } = bruteForce(and(query, filter), index, archive.parents, archive.children)
        const expected = archive.parents
          .filter(({ key }) => parents.has(key))
          .map(({ key, date, factor }) => ({
            key,
            score: computeAgeFactor(index, date, TODAY) * factor,
          }))
          .sort((one, other) => other.score - one.score || other.key - one.key)
        assert.equal(count, expected.length)
        assert.deepEqual(
          hits.map(({ key }) => key),
          expected.map(({ key }) => key)
        )
        for (const [at, { score }] of hits.entries())
          assert.approximately(score, expected[at]!.score, 1e-9)
        // Pages continue at the scores.
        const half = Math.ceil(expected.length / 2)
        const first = await engine.search({ ...search, size: half })
        const position = first.hits.at(-1)?.position
        if (!position) return
        const rest = await engine.search({ ...search, from: { position, direction: 'after' } })
        assert.deepEqual(
          [...first.hits, ...rest.hits].map(({ key }) => key),
          expected.map(({ key }) => key)
        )
      })
}
