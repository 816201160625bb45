/** Orders, positions, and children of an engine. */
import { test } from '@japa/runner'
import type {
  EngineHit,
  EngineSearch,
  Order,
  Position,
  SearchEngine,
} from '#app/search_engine/engine'
import { ALL, type QueryTree } from '#app/search_engine/query/tree'
import { CASES, CLUSTERS, makeArchive } from './archive.js'
import type { EngineUnderTest } from './engine_conformance.js'
import { fillIndex } from './fill_index.js'

export const ARCHIVE = makeArchive(8, 120)
export const COURT: QueryTree = {
  op: 'word',
  fields: ['name', 'text', 'title'],
  word: 'court',
  form: 'stem',
}

const ORDERS: Record<string, Order> = {
  'score': { by: 'score' },
  'random': { by: 'random', seed: 7, descending: true },
  'random, ascending': { by: 'random', seed: 7, descending: false },
  'newest': { by: 'fields', fields: [{ name: 'filed', descending: true }] },
  'oldest': { by: 'fields', fields: [{ name: 'filed', descending: false }] },
  'a number': { by: 'fields', fields: [{ name: 'cited', descending: true }] },
  'two fields': {
    by: 'fields',
    fields: [
      { name: 'court', descending: false },
      { name: 'cited', descending: true },
    ],
  },
  'a date of children': { by: 'fields', fields: [{ name: 'entered', descending: false }] },
  'a time of children': { by: 'fields', fields: [{ name: 'stamp', descending: true }] },
}

export const BASE: Omit<EngineSearch, 'order'> = {
  index: 'cases',
  query: COURT,
  filter: ALL,
  grain: 'parent',
  scoring: { today: '2024-01-01' },
  size: 1000,
  children: 3,
  count: true,
  deadline: 60_000,
}

/** Hits of a page. */
const PAGE = 7

/** Keywords whose order depends on spaces, punctuation, digits, and characters beyond ASCII. */
const TEXTS = [
  ...['a', 'a b', 'a-b', 'a.b', 'a_b', 'a1', 'a 1', 'a  b', 'ab', 'aá', 'á', 'a,b', "a'b"],
  ...["o'brien", 'obrien', 'o brien', 'o’brien', 'z', 'za', '{x', '~', '0', '9', '10', ':', '@'],
  ...['日本', '\u{1f600}', '\uffff', 'a\tb', 'é', 'e', 'f', 'ß', 'ss', '[x]', '#1', '1'],
]
/** Longer than the part of a text by which some engines sort. */
const LONG_TEXTS = ['b', 'a', 'c', 'á', '日'].map((end) => `m${'long '.repeat(500)}${end}`)

/**
 * Registers the tests.
 *
 * @param size page size, larger for engines over a network
 */
export function testOrders(open: EngineUnderTest, size = PAGE): void {
  for (const grain of ['parent', 'child', 'leaf'] as const)
    test(`pages of every order contain each ${grain} once, in both directions`, async ({
      assert,
      cleanup,
    }) => {
      const engine = await open([CASES], cleanup)
      await fillIndex(engine, 'cases', ARCHIVE)
      for (const [name, order] of Object.entries(ORDERS))
        for (const query of [COURT, ALL]) {
          const shown = `${name}, ${query.op}`
          const search = { ...BASE, grain, order, query }
          const { hits, count } = await engine.search(search)
          assert.isAbove(hits.length, 50, shown)
          assert.equal(count, hits.length, shown)
          const records = new Set(hits.map(({ key, childless }) => `${key} ${childless}`))
          assert.equal(records.size, hits.length, shown)
          assert.deepEqual(await pages(engine, search, 'after', undefined, size), hits, shown)
          const last = hits.at(-1)!.position
          assert.deepEqual(
            await pages(engine, search, 'before', last, size),
            hits.slice(0, -1),
            shown
          )
        }
    }).timeout(60_000)

  for (const index of [CASES, CLUSTERS])
    test(`sorts values in ${index.name}, missing values last, ties by descending key`, async ({
      assert,
      cleanup,
    }) => {
      const engine = await open([index], cleanup)
      await fillIndex(engine, index.name, ARCHIVE)
      for (const name of ['filed', 'cited', 'court'])
        for (const descending of [true, false]) {
          const { hits } = await engine.search({
            ...BASE,
            index: index.name,
            query: ALL,
            order: { by: 'fields', fields: [{ name, descending }] },
          })
          const expected = [...ARCHIVE.parents].sort((one, other) => {
            const [a, b] = [one, other].map(({ fields }) => comparable(fields[name] as never))
            if (a === b) return other.key - one.key
            if (a === null) return 1
            if (b === null) return -1
            return (a! < b! ? -1 : 1) * (descending ? -1 : 1)
          })
          assert.deepEqual(
            hits.map(({ key }) => key),
            expected.map(({ key }) => key),
            `${name} ${descending}`
          )
        }
    })

  test('sorts texts character by character, and pages through long ones', async ({
    assert,
    cleanup,
  }) => {
    const engine = await open([CLUSTERS], cleanup)
    const archive = {
      parents: [...TEXTS, ...LONG_TEXTS].map((court, at) => ({
        ...{ key: at + 1, date: null, factor: 1, fields: { court } },
      })),
      children: [],
    }
    await fillIndex(engine, CLUSTERS.name, archive)
    for (const descending of [false, true]) {
      const search: EngineSearch = {
        ...{ ...BASE, index: CLUSTERS.name, query: ALL, grain: 'parent' },
        order: { by: 'fields', fields: [{ name: 'court', descending }] },
      }
      const { hits } = await engine.search(search)
      const texts = hits.map(({ key }) => archive.parents[key - 1]!.fields.court)
      const expected = [...TEXTS].sort()
      assert.deepEqual(
        texts.filter((text) => text.length < 100),
        descending ? expected.reverse() : expected
      )
      assert.sameMembers(texts, [...TEXTS, ...LONG_TEXTS])
      assert.deepEqual(await pages(engine, search, 'after', undefined, 4), hits)
    }
  })

  test("sorts parents by their first child's value", async ({ assert, cleanup }) => {
    const engine = await open([CASES], cleanup)
    await fillIndex(engine, 'cases', ARCHIVE)
    const { hits } = await engine.search({
      ...BASE,
      query: { op: 'prefix', fields: ['text'], prefix: '' },
      order: { by: 'fields', fields: [{ name: 'number', descending: true }] },
    })
    for (const hit of hits) {
      const numbers = ARCHIVE.children
        .filter(({ parent, fields }) => parent === hit.key && fields.text)
        .map(({ key, fields }) => ({ key, number: fields.number as number | null }))
        .sort((one, other) => (other.number ?? -1) - (one.number ?? -1) || other.key - one.key)
      assert.equal(hit.position[0], numbers[0]!.number)
      assert.deepEqual(
        hit.children.map(({ key }) => key),
        numbers.slice(0, 3).map(({ key }) => key)
      )
      assert.equal(hit.moreChildren, numbers.length > 3)
    }
    assert.isTrue(hits.some(({ moreChildren }) => moreChildren))
  })

  test('random order depends only on the seed', async ({ assert, cleanup }) => {
    const engine = await open([CASES], cleanup)
    await fillIndex(engine, 'cases', ARCHIVE)
    const keys = async (seed: number) =>
      (await engine.search({ ...BASE, order: { by: 'random', seed, descending: true } })).hits.map(
        ({ key }) => key
      )
    assert.deepEqual(await keys(1), await keys(1))
    assert.notDeepEqual(await keys(1), await keys(2))
  })
}

function comparable(value: string | number | null): string | number | null {
  return typeof value === 'string' ? value.toLowerCase() : value
}

/** All hits, page by page, in list order. Positions are serialized as JSON, as in a cursor. */
export async function pages(
  engine: SearchEngine,
  search: EngineSearch,
  direction: 'after' | 'before',
  start?: Position,
  size = PAGE
): Promise<EngineHit[]> {
  const all: EngineHit[] = []
  let position = start
  for (;;) {
    const from = position && {
      position: JSON.parse(JSON.stringify(position)) as Position,
      direction,
    }
    const { hits, more } = await engine.search({ ...search, size, from, count: false })
    if (direction === 'after') all.push(...hits)
    else all.unshift(...hits)
    if (!more) return all
    position = (direction === 'after' ? hits.at(-1) : hits[0])!.position
  }
}
