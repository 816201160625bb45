/** Compares an engine's matches and counts with an evaluator that scans every row. */
import { test } from '@japa/runner'
import type { EngineSearch, Grain, SearchEngine } from '#app/search_engine/engine'
import { bruteForce } from '#app/search_engine/query/evaluate'
import { ALL, type QueryLeaf, type QueryTree } from '#app/search_engine/query/tree'
import { CASES, CLUSTERS, freshSeed, makeArchive, random } from './archive.js'
import type { EngineUnderTest } from './engine_conformance.js'
import { fillIndex } from './fill_index.js'
import { randomLeaf, randomTree } from './random_trees.js'
import { EVERYTHING } from '#tests/helpers/long_tests'

/** Fewer in a plain run, which must be short. */
const TREES = EVERYTHING ? 600 : 400
const NESTING = 4
const PARENTS = 50

/**
 * Registers the tests.
 *
 * @param options.trees number of random trees; lower for engines over a network
 * @param options.connectors whether the engine supports them
 */
export function testMatches(
  open: EngineUnderTest,
  { trees = TREES, connectors = true }: { trees?: number; connectors?: boolean } = {}
): void {
  for (const index of [CASES, CLUSTERS])
    test(`${trees / 2} random trees over ${index.name} match the evaluator's results`, async ({
      assert,
      cleanup,
    }) => {
      const engine = await open([index], cleanup)
      const seed = freshSeed()
      const next = random(seed)
      const archive = makeArchive(5, PARENTS)
      await fillIndex(engine, index.name, archive)
      const lonely = new Set(archive.parents.map(({ key }) => key))
      for (const { parent } of archive.children) lonely.delete(parent)
      assert.isAbove(lonely.size, 2)
      for (let round = 0; round < trees / 2; round++) {
        const query = randomTree(next, index, NESTING, connectors)
        const filter = next() < 0.5 ? ALL : randomLeaf(next, index)
        const both: QueryTree = { op: 'and', of: [query, filter] }
        const expected = bruteForce(both, index, archive.parents, archive.children)
        const order = ORDERS[round % ORDERS.length]!
        const shown = JSON.stringify({ seed, round, query, filter, order })
        const search = { index: index.name, query, filter, order }
        assert.deepEqual(await found(engine, search, 'parent'), sorted(expected.parents), shown)
        assert.deepEqual(await found(engine, search, 'child'), sorted(expected.children), shown)
        const alone = [...expected.parents].filter((key) => lonely.has(key))
        const leaves = sorted([...expected.children, ...alone.map((key) => -key)])
        assert.deepEqual(await found(engine, search, 'leaf'), leaves, shown)
      }
    }).timeout(180_000)

  test('counts the rows of each tree', async ({ assert, cleanup }) => {
    const engine = await open([CLUSTERS], cleanup)
    const archive = makeArchive(6, PARENTS)
    await fillIndex(engine, 'clusters', archive)
    const leaves = ['court', 'taxing', 'nowhere'].map((word): QueryLeaf => ({
      op: 'word',
      fields: ['text'],
      word,
      form: 'exact',
    }))
    const asked: QueryTree[] = [
      ...leaves,
      { op: 'or', of: leaves },
      { op: 'and', of: leaves.slice(0, 2) },
      { op: 'prefix', fields: ['text'], prefix: 'tax' },
    ]
    const { rows, frequencies } = await engine.frequencies({
      index: 'clusters',
      trees: asked,
      deadline: 30_000,
    })
    const expected = asked.map(
      (tree) => bruteForce(tree, CLUSTERS, archive.parents, archive.children).children.size
    )
    assert.deepEqual(frequencies, expected)
    assert.isAbove(frequencies[0]!, 5)
    const lonely = archive.parents.filter(
      ({ key }) => !archive.children.some(({ parent }) => parent === key)
    )
    assert.equal(rows, archive.children.length + lonely.length)
  })
}

const ORDERS: EngineSearch['order'][] = [
  { by: 'score' },
  { by: 'fields', fields: [{ name: 'filed', descending: true }] },
  { by: 'fields', fields: [{ name: 'filed', descending: false }] },
  { by: 'fields', fields: [{ name: 'number', descending: true }] },
]

/** Keys of all hits. Parents among leaves have negative keys. Fails if the count differs. */
async function found(
  engine: SearchEngine,
  search: Pick<EngineSearch, 'index' | 'query' | 'filter' | 'order'>,
  grain: Grain
): Promise<number[]> {
  const { hits, count } = await engine.search({
    ...search,
    grain,
    scoring: { today: '2024-01-01' },
    size: 1000,
    children: 100,
    count: true,
    deadline: 60_000,
  })
  if (count !== hits.length) throw new Error(`${count} counted, ${hits.length} found`)
  return sorted(hits.map(({ key, childless }) => (childless ? -key : key)))
}

function sorted(keys: Iterable<number>): number[] {
  return [...keys].sort((one, other) => one - other)
}
