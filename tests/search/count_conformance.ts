/** Exact counts of parents, most of which have one child, while children are added and removed. */
import { test } from '@japa/runner'
import type { ChildDocument } from '#app/search_engine/index_definition'
import { ALL } from '#app/search_engine/query/tree'
import { CLUSTERS, random } from './archive.js'
import type { EngineUnderTest } from './engine_conformance.js'
import { fillIndex } from './fill_index.js'
import { child, keys, parent, word } from './small_documents.js'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'

const PARENTS = 200

/** Registers the tests. */
export function testCounts(open: EngineUnderTest): void {
  test('counts parents once, with one child or several', async ({ assert, cleanup }) => {
    const next = random(5)
    const texts = ['apple', 'apple pear', 'pear', 'plum']
    const parents = Array.from({ length: PARENTS }, (_, at) => parent(at + 1, 'case', '2020-01-01'))
    const children: ChildDocument[] = parents.flatMap(({ key }) =>
      Array.from({ length: key % 40 === 0 ? 0 : key % 10 === 0 ? 3 : 1 }, (_, at) =>
        child(key * 10 + at, key, texts[Math.floor(next() * texts.length)]!)
      )
    )
    const engine = await open([CLUSTERS], cleanup)
    await fillIndex(engine, 'clusters', { parents, children }, 'rebuild')
    await engine.swap('clusters')
    const check = async () => {
      for (const fruit of ['apple', 'pear', 'plum']) {
        const expected = children.filter(({ fields }) => String(fields.text).includes(fruit))
        const query = word('text', fruit)
        assert.equal(await count(query), new Set(expected.map((one) => one.parent)).size)
        assert.equal(await count(query, 'child'), expected.length)
      }
      assert.equal(await count(ALL), PARENTS)
    }
    const count = async (query: Parameters<typeof keys>[1], grain?: 'parent' | 'child') =>
      (await keys(engine, query, grain, { index: 'clusters' })).length &&
      (await engine.search(search(query, grain))).count
    const search = (query: Parameters<typeof keys>[1], grain: 'parent' | 'child' = 'parent') => ({
      index: 'clusters',
      query,
      filter: ALL,
      grain,
      order: { by: 'score' as const },
      scoring: { today: '2024-01-01' },
      size: 1,
      children: 0,
      count: true,
      deadline: 30_000,
    })
    await check()

    const writer = await engine.openWriter('clusters', 'live')
    const put = async (of: number, announced: boolean) => {
      const added = child(of * 10 + 5, of, 'apple plum')
      children.push(added)
      const whole = await writer.startParent(
        parents[of - 1]!,
        announced ? { children: [added.key] } : {}
      )
      await writer.putChildren(whole ? children.filter((one) => one.parent === of) : [added])
      await writer.finishParent({ complete: whole })
      await writer.commit(`${of}`)
      return whole
    }
    // A second child may rewrite both rows, which may store whether a child is the only one.
    await put(1, true)
    assert.isFalse(await put(40, true), 'a first child rewrites no parent')
    assert.isFalse(await put(10, true), 'a fourth child rewrites no parent')
    await check()
    await writer.removeChildren([15])
    await writer.commit('gone')
    children.splice(
      children.findIndex(({ key }) => key === 15),
      1
    )
    await check()
    await put(2, false)
    await check()
    await writer.close()
  })

  test('reports more matches when a count stops early', async ({ assert, cleanup }) => {
    const engine = await open([CLUSTERS], cleanup)
    const parents = [1, 2, 3, 4].map((key) => parent(key, 'case', '2020-01-01'))
    const children = parents.flatMap(({ key }) =>
      [0, 1].map((at) => child(key * 10 + at, key, key < 4 ? 'apple' : 'pear'))
    )
    await fillIndex(engine, 'clusters', { parents, children }, 'rebuild')
    await engine.swap('clusters')
    const count = async (
      grain: 'parent' | 'child',
      countUpTo: number,
      query = word('text', 'apple')
    ) =>
      (
        await engine.search({
          ...{ index: 'clusters', query, filter: ALL, grain, order: { by: 'score' } },
          ...{ scoring: { today: '2024-01-01' }, size: 0, children: 0, count: true, countUpTo },
          deadline: 30_000,
        })
      ).count
    assert.deepEqual(
      await Promise.all([0, 1, 2, 3, 4].map((upTo) => count('parent', upTo))),
      [1, 2, 3, 3, 3]
    )
    assert.deepEqual(await Promise.all([0, 5, 6].map((upTo) => count('child', upTo))), [1, 6, 6])
    assert.deepEqual(await Promise.all([2, 9].map((upTo) => count('parent', upTo, ALL))), [3, 4])
  })

  test('returns vectors with their children, single or not', async ({ assert, cleanup }) => {
    const engine = await open([CLUSTERS], cleanup)
    const next = random(6)
    const vectors = new Map(
      [10, 20, 21].map((key) => [key, Float32Array.from({ length: 768 }, () => next() - 0.5)])
    )
    const writer = await engine.openWriter('clusters', 'rebuild')
    for (const [of, its] of [
      [1, [10]],
      [2, [20, 21]],
    ] as const) {
      await writer.startParent(parent(of, 'case', '2020-01-01'), { isNew: true })
      for (const key of its) {
        await writer.putChildren([child(key, of, 'apple')])
        await writer.putChunks([{ key, parent: of, vectors: [vectors.get(key)!] }])
      }
      await writer.finishParent({ complete: true })
    }
    await writer.commit('1')
    await writer.close()
    await engine.swap('clusters')
    const search = { index: 'clusters', filter: ALL, size: 1, atLeast: 0.9, deadline: 30_000 }
    for (const [key, vector] of vectors) {
      const found = await engine.neighbours({ ...search, vector })
      assert.deepEqual(
        found.map((one) => one.key),
        [key]
      )
    }
  })

  test('writes a bulk shared by threads atomically', async ({ assert, cleanup }) => {
    const engine = await open([CLUSTERS], cleanup)
    const writer = await engine.openWriter('clusters', 'rebuild')
    const text = 'apple pear '.repeat(30_000)
    for (let key = 1; key <= 20; key++) {
      await writer.startParent(parent(key, 'case', '2020-01-01'), { isNew: true })
      await writer.putChildren([child(key * 10, key, text)])
      await writer.finishParent({ complete: true })
      if (key % 8 === 0) await writer.commit(String(key))
    }
    await writer.commit('all')
    await writer.putChildren([child(999, 99, 'without a parent')])
    await assert.rejects(() => writer.commit('more'), /startParent/)
    await writer.close()
    await engine.swap('clusters')
    const found = await keys(engine, word('text', 'pear'), 'child', { index: 'clusters' })
    assert.deepEqual(
      found,
      Array.from({ length: 20 }, (_, at) => (20 - at) * 10)
    )
    assert.equal((await engine.health()).indexes[0]!.checkpoint, 'all')
  }).skip(!EVERYTHING, LEFT_OUT)
}
