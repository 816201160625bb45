/** Compares an engine's facet counts with an evaluator that scans every row. */
import { test } from '@japa/runner'
import type { EngineSearch, Facets, FacetValue, Grain, OpenEngine } from '#app/search_engine/engine'
import { listFacet } from '#app/search_engine/engine'
import { bruteForce } from '#app/search_engine/query/evaluate'
import type { SearchValue } from '#app/search_engine/index_definition'
import { ALL, type QueryTree } from '#app/search_engine/query/tree'
import { CASES, CLUSTERS, freshSeed, makeArchive, random, type Archive } from './archive.js'
import { temporaryFolder, type EngineUnderTest } from './engine_conformance.js'
import { fillIndex } from './fill_index.js'
import { randomLeaf, randomTree } from './random_trees.js'
import { child, parent, word } from './small_documents.js'

const PARENTS = 60
const FACETS = ['court', 'filed', 'sealed', 'cited', 'number', 'entered']

type Index = typeof CASES

/**
 * Registers the tests.
 *
 * @param trees number of random searches; engines over a network use fewer
 * @param many number of written documents
 * @param connectors whether the engine supports them
 */
export function testFacets(
  open: EngineUnderTest,
  { trees = 100, many = 1200, connectors = true } = {}
): void {
  for (const index of [CASES, CLUSTERS])
    test(`counts facets of ${trees} random searches of ${index.name} like the evaluator`, async ({
      assert,
      cleanup,
    }) => {
      const engine = await open([index], cleanup)
      const seed = freshSeed()
      const next = random(seed)
      const archive = makeArchive(8, PARENTS)
      await fillIndex(engine, index.name, archive)
      for (let round = 0; round < trees; round++) {
        const query = round % 5 ? randomTree(next, index, 2, connectors) : ALL
        const filter = next() < 0.5 ? ALL : randomLeaf(next, index)
        const grain = (['parent', 'child', 'leaf'] as const)[round % 3]!
        const search = { ...searchOf(index, grain), query, filter, size: round % 2 }
        const answer = await engine.search({ ...search, facets: FACETS })
        const shown = JSON.stringify({ seed, round, grain, query, filter })
        const expected = expectedFacets({ op: 'and', of: [query, filter] }, index, archive, grain)
        assert.deepEqual(answer.facets, { values: expected, countedNewest: null }, shown)
        const { count, facets } = await engine.search(search)
        assert.equal(answer.count, count, shown)
        assert.isUndefined(facets)
      }
    }).timeout(180_000)

  test('updates facets after writes, moves, and removals', async ({ assert, cleanup }) => {
    const engine = await open([CLUSTERS], cleanup)
    const archive = makeArchive(9, many)
    await fillIndex(engine, 'clusters', archive)
    const check = async () => {
      const search = { ...searchOf(CLUSTERS, 'parent'), facets: FACETS }
      const { facets } = await engine.search(search)
      assert.deepEqual(facets!.values, expectedFacets(ALL, CLUSTERS, archive, 'parent'))
    }
    await check()
    const [moved, gone, ...others] = archive.parents
    moved!.date = moved!.fields.filed = '2031-05-06'
    moved!.fields.court = 'newcourt'
    archive.parents = [moved!, ...others]
    archive.children = archive.children.filter((one) => one.parent !== gone!.key)
    const writer = await engine.openWriter('clusters', 'live')
    await writer.startParent(moved!)
    await writer.putChildren(archive.children.filter((one) => one.parent === moved!.key))
    await writer.finishParent({ complete: true })
    await writer.removeParents([gone!.key])
    await writer.commit('2')
    await check()
    await writer.close()
  }).timeout(120_000)
}

/** Registers the test of an engine that counts facets of only the newest rows. */
export function testCountedNewest(engineRanking: (mostRanked: number) => OpenEngine): void {
  test('counts facets of the newest rows beyond the ranked ones, and all matches', async ({
    assert,
    cleanup,
  }) => {
    const engine = await engineRanking(2000)({
      indexes: [CLUSTERS],
      folder: temporaryFolder(cleanup),
    })
    cleanup(() => engine.close())
    const parents = Array.from({ length: 3000 }, (_, at) => {
      const day = new Date(Date.UTC(1990, 0, 1 + at * 2)).toISOString().slice(0, 10)
      const made = parent(at + 1, 'case', day)
      return { ...made, fields: { ...made.fields, court: `c${at % 7}` } }
    })
    const children = parents.map(({ key }) => child(key, key, key % 2 ? 'odd all' : 'even all'))
    await fillIndex(engine, 'clusters', { parents, children }, 'rebuild')
    await engine.swap('clusters')
    const ask = (text: string) =>
      engine.search({
        ...searchOf(CLUSTERS, 'parent'),
        query: word('text', text),
        size: 1,
        facets: ['court', 'filed'],
      })
    const counted = ({ values }: Facets, name: string) =>
      values[name]!.reduce((sum, { count }) => sum + count, 0)
    const odd = await ask('odd')
    assert.deepEqual([odd.count, odd.facets!.countedNewest], [1500, null])
    assert.equal(counted(odd.facets!, 'court'), 1500)
    const all = await ask('all')
    assert.deepEqual([all.count, all.facets!.countedNewest], [3000, 2000])
    assert.equal(counted(all.facets!, 'court'), 2000)
    const newest = parents.slice(-2000)
    const years = Map.groupBy(newest, ({ date }) => Number(date!.slice(0, 4)))
    assert.deepEqual(
      new Map(all.facets!.values.filed!.map(({ value, count }) => [value, count])),
      new Map(Array.from(years, ([year, of]): [number, number] => [year, of.length]))
    )
  }).timeout(60_000)
}

const searchOf = ({ name }: Index, grain: Grain): EngineSearch => ({
  index: name,
  query: ALL,
  filter: ALL,
  grain,
  order: { by: 'score' },
  scoring: { today: '2024-01-01' },
  size: 0,
  children: 0,
  count: true,
  deadline: 60_000,
})

/** Of every matching row: values of the parent and of the child. */
function expectedFacets(
  tree: QueryTree,
  index: Index,
  { parents, children }: Archive,
  grain: Grain
): Record<string, FacetValue[]> {
  const found = bruteForce(tree, index, parents, children)
  const byKey = new Map(parents.map((one) => [one.key, one]))
  const lonely = new Set(byKey.keys())
  for (const one of children) lonely.delete(one.parent)
  const ofChildren = children
    .filter(({ key }) => found.children.has(key))
    .map((one) => ({
      unit: grain === 'parent' ? `p${one.parent}` : `c${one.key}`,
      fields: { ...byKey.get(one.parent)!.fields, ...one.fields },
    }))
  const ofParents = parents
    .filter(({ key }) => found.parents.has(key) && grain !== 'child')
    .filter(({ key }) => grain === 'parent' || lonely.has(key))
    .map(({ key, fields }) => ({ unit: `p${key}`, fields }))
  const rows = [...ofChildren, ...ofParents]
  return Object.fromEntries(
    FACETS.map((name) => {
      const units = new Map<string | number, Set<string>>()
      for (const { unit, fields } of rows) {
        const value = (fields as Record<string, SearchValue>)[name]
        if (value === null || value === undefined) continue
        const shown = shownValue(index.fields[name]!.kind, value)
        units.set(shown, (units.get(shown) ?? new Set()).add(unit))
      }
      return [name, listFacet([...units].map(([value, of]) => ({ value, count: of.size })))]
    })
  )
}

function shownValue(kind: string, value: SearchValue): string | number {
  if (kind === 'date') return Number(String(value).slice(0, 4))
  return kind === 'number' ? Number(value) : String(value).toLowerCase()
}
