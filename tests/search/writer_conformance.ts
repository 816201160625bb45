/** Tests of engine writers, and of searches that end early. */
import { test } from '@japa/runner'
import type { ChildDocument, ParentDocument } from '#app/search_engine/index_definition'
import {
  IndexBeingWritten,
  IndexMissing,
  SearchTooBroad,
  SearchTooSlow,
  type EngineSearch,
} from '#app/search_engine/engine'
import { ALL, type QueryTree } from '#app/search_engine/query/tree'
import { CASES, CLUSTERS, makeArchive, random } from './archive.js'
import type { EngineUnderTest } from './engine_conformance.js'
import { fillIndex } from './fill_index.js'
import { child, keys, parent, word } from './small_documents.js'

/** Registers the tests. */
export function testWriters(open: EngineUnderTest): void {
  test('writes a document again only if its searchable data differs', async ({
    assert,
    cleanup,
  }) => {
    const engine = await open([CASES], cleanup)
    const archive = makeArchive(2, 20)
    assert.equal(await fillIndex(engine, 'cases', archive), 20)
    assert.equal(await fillIndex(engine, 'cases', archive), 0)
    archive.parents[3]!.fields.name = 'renamed'
    archive.parents[4]!.fields.party = ['newcomer']
    assert.equal(await fillIndex(engine, 'cases', archive), 1, "parties don't affect children")
    assert.deepEqual(await keys(engine, word('name', 'renamed')), [4])
    assert.deepEqual(await keys(engine, word('party', 'newcomer')), [5])
  })

  test('adds, changes, and removes single children', async ({ assert, cleanup }) => {
    const engine = await open([CASES], cleanup)
    const writer = await engine.openWriter('cases', 'live')
    const write = async (children: ChildDocument[], complete: boolean) => {
      await writer.startParent(parent(1, 'case', '2020-01-01'))
      await writer.putChildren(children)
      await writer.finishParent({ complete })
      await writer.commit('1')
    }
    await write([child(10, 1, 'apple'), child(11, 1, 'pear')], true)
    await write([child(12, 1, 'plum')], false)
    assert.deepEqual(await keys(engine, word('name', 'case'), 'child'), [12, 11, 10])
    await write([child(11, 1, 'quince'), child(12, 1, 'plum')], true)
    assert.deepEqual(await keys(engine, word('name', 'case'), 'child'), [12, 11])
    assert.deepEqual(await keys(engine, word('text', 'pear')), [])
    assert.deepEqual(await keys(engine, word('text', 'quince')), [1])
    assert.deepEqual([...(await writer.findParents([11, 10]))], [[11, 1]])
    await writer.removeChildren([11, 12, 99])
    await writer.commit('2')
    assert.deepEqual(await keys(engine, word('name', 'case')), [1])
    assert.deepEqual(await keys(engine, ALL, 'child'), [])
    await writer.removeParents([1, 2])
    await writer.commit('3')
    assert.deepEqual(await keys(engine, ALL), [])
    await writer.close()
    assert.equal((await engine.health()).indexes[0]!.documents, 0)
  })

  test('gives a parent its own row while it has no children', async ({ assert, cleanup }) => {
    const engine = await open([CLUSTERS], cleanup)
    const writer = await engine.openWriter('clusters', 'live')
    const bare = parent(1, 'lonely', '2020-01-01')
    const write = async (document: ParentDocument, children: ChildDocument[]) => {
      const changed = await writer.startParent(document)
      await writer.putChildren(children)
      await writer.finishParent({ complete: true })
      await writer.commit('1')
      return changed
    }
    const rows = async () => (await engine.health()).indexes[0]!.documents
    const found = () => keys(engine, word('name', 'lonely'), 'parent', { index: 'clusters' })
    await write(bare, [])
    assert.deepEqual([await rows(), await found()], [1, [1]])
    await write(bare, [child(5, 1, 'company')])
    assert.deepEqual([await rows(), await found()], [1, [1]])
    await writer.removeChildren([5])
    assert.isTrue(await write(bare, []))
    assert.deepEqual([await rows(), await found()], [1, [1]])
    await write(parent(2, 'other', null), [child(6, 2, 'moving')])
    await write(bare, [child(6, 1, 'moving')])
    assert.isTrue(await write(parent(2, 'other', null), []))
    assert.deepEqual([await rows(), await found()], [2, [1]])
    await writer.close()
  })

  test('a new date moves a parent with its children', async ({ assert, cleanup }) => {
    const engine = await open([CASES], cleanup)
    const write = (filed: string | null) =>
      fillIndex(engine, 'cases', {
        parents: [parent(1, 'one', filed), parent(2, 'two', '2010-05-05')],
        children: [child(10, 1, 'first'), child(11, 1, 'second'), child(20, 2, 'third')],
      })
    await write('2000-01-01')
    assert.deepEqual(await keys(engine, ALL), [2, 1])
    await write('2020-01-01')
    assert.deepEqual(await keys(engine, ALL), [1, 2])
    assert.deepEqual(await keys(engine, ALL, 'child'), [11, 10, 20])
    await write(null)
    assert.deepEqual(await keys(engine, ALL), [2, 1])
    const range: QueryTree = { op: 'range', field: 'filed', from: null, to: null }
    assert.deepEqual(await keys(engine, range), [2])
  })

  test('hides and discards uncommitted writes', async ({ assert, cleanup }) => {
    const engine = await open([CASES], cleanup)
    const writer = await engine.openWriter('cases', 'live')
    assert.isNull(await writer.checkpoint())
    const write = async (key: number) => {
      await writer.startParent(parent(key, 'case', '2020-01-01'))
      await writer.finishParent({ complete: true })
    }
    await write(1)
    await assert.rejects(() => keys(engine, ALL), new IndexMissing('cases').message)
    await writer.commit('a')
    await write(2)
    assert.deepEqual(await keys(engine, ALL), [1])
    await writer.rollback()
    await writer.commit('b')
    assert.deepEqual(await keys(engine, ALL), [1])
    assert.equal(await writer.checkpoint(), 'b')
    assert.equal((await engine.health()).indexes[0]!.checkpoint, 'b')
    await assert.rejects(
      () => engine.openWriter('cases', 'live'),
      new IndexBeingWritten('cases').message
    )
    await write(3)
    await writer.close()
    const second = await engine.openWriter('cases', 'live')
    assert.equal(await second.checkpoint(), 'b')
    await second.close()
    assert.deepEqual(await keys(engine, ALL), [1])
  })

  for (const target of ['live', 'rebuild'] as const) {
    test(`fails the commit after an invalid write (${target})`, async ({ assert, cleanup }) => {
      const engine = await open([CASES], cleanup)
      const writer = await engine.openWriter('cases', target)
      const write = async (key: number) => {
        await writer.startParent(parent(key, 'case', '2020-01-01'), { isNew: true })
        await writer.putChildren([child(key * 10, key, 'apple')])
        await writer.finishParent({ complete: true })
      }
      const orphan = () => writer.putChildren([child(99, 9, 'without a parent')])
      await write(1)
      await writer.commit('a')
      await orphan()
      await assert.rejects(() => writer.commit('b'), /startParent/)
      await assert.rejects(() => write(2), /startParent/)
      await writer.rollback()
      await write(3)
      await writer.commit('c')
      await orphan()
      await writer.close()
      if (target === 'rebuild') await engine.swap('cases')
      assert.deepEqual(await keys(engine, ALL), [3, 1])
      assert.equal((await engine.health()).indexes[0]!.checkpoint, 'c')
    })
  }

  test('replaces the live index with a rebuilt one', async ({ assert, cleanup }) => {
    const engine = await open([CASES], cleanup)
    const changes: string[] = []
    const stop = engine.onChange((index) => changes.push(index))
    await assert.rejects(() => keys(engine, ALL), new IndexMissing('cases').message)
    const write = (name: string, target: 'live' | 'rebuild') =>
      fillIndex(
        engine,
        'cases',
        { parents: [parent(1, name, '2020-01-01')], children: [] },
        target,
        name
      )
    for (const name of ['first', 'second', 'third']) {
      await write(name, 'rebuild')
      assert.isTrue((await engine.health()).indexes[0]!.rebuilding)
      await engine.swap('cases')
      assert.deepEqual(await keys(engine, word('name', name)), [1])
      const [health] = (await engine.health()).indexes
      assert.deepEqual([health!.rebuilding, health!.checkpoint], [false, name])
    }
    await write('fourth', 'live')
    assert.deepEqual(await keys(engine, word('name', 'fourth')), [1])
    assert.deepEqual([...new Set(changes)], ['cases'])
    assert.isAtLeast(changes.length, 4)
    stop()
    await write('dropped', 'rebuild')
    await engine.discardRebuild('cases')
    assert.isFalse((await engine.health()).indexes[0]!.rebuilding)
    await assert.rejects(() => engine.swap('cases'))
  })

  test('ends searches that reach their deadline, are canceled, or are too broad', async ({
    assert,
    cleanup,
  }) => {
    const engine = await open([CASES], cleanup)
    const children = Array.from({ length: 3000 }, (_, at) => child(at + 1, 1, `all w${at}x`))
    await fillIndex(engine, 'cases', { parents: [parent(1, 'case', '2020-01-01')], children })
    const failure = async (query: QueryTree, more: Partial<EngineSearch>) => {
      try {
        await keys(engine, query, 'child', more)
        return null
      } catch (error) {
        return (error as Error).constructor
      }
    }
    assert.equal(await failure(ALL, { deadline: 0 }), SearchTooSlow)
    assert.equal(await failure(ALL, { signal: AbortSignal.abort() }), SearchTooSlow)
    const pattern: QueryTree = { op: 'wildcard', fields: ['text'], pattern: 'w*' }
    assert.equal(await failure(pattern, {}), SearchTooBroad)
    const many: QueryTree = {
      op: 'or',
      of: Array.from({ length: 1500 }, (_, at) => word('text', `w${at}x`)),
    }
    assert.oneOf(await failure(many, {}), [null, SearchTooBroad])
    assert.isNull(await failure(word('text', 'w7x'), {}))
  })

  test('finds the exact neighbors of a vector, with and without a filter', async ({
    assert,
    cleanup,
  }) => {
    const engine = await open([CASES], cleanup)
    const archive = makeArchive(9, 150)
    await fillIndex(engine, 'cases', archive)
    const next = random(4)
    const vector = () => Float32Array.from({ length: 768 }, () => next() - 0.5)
    const chunks = archive.children.map(({ key, parent: of }) => ({
      key,
      parent: of,
      vectors: Array.from({ length: 1 + Math.floor(next() * 4) }, vector),
    }))
    const writer = await engine.openWriter('cases', 'live')
    await writer.putChunks(chunks)
    await writer.commit('v')
    const filters: QueryTree[] = [
      ALL,
      word('text', 'court'),
      { op: 'is', field: 'court', values: ['ca9'] },
      { op: 'is', field: 'id', values: [1] },
    ]
    const search = { index: 'cases', size: 20, atLeast: -1, deadline: 30_000 }
    for (const filter of filters) {
      const sought = vector()
      const allowed = new Set(
        filter.op === 'all'
          ? archive.children.map(({ key }) => key)
          : await keys(engine, filter, 'child')
      )
      const exact = chunks
        .filter(({ key }) => allowed.has(key))
        .flatMap(({ key, vectors }) =>
          vectors.map((one, at) => ({ key, chunk: at + 1, similarity: cosine(one, sought) }))
        )
        .sort((one, other) => other.similarity - one.similarity)
        .slice(0, 20)
      const found = await engine.neighbours({ ...search, vector: sought, filter })
      assert.equal(found.length, exact.length)
      const known = new Set(exact.map(({ key, chunk }) => `${key} ${chunk}`))
      const recalled = found.filter(({ key, chunk }) => known.has(`${key} ${chunk}`))
      assert.isAtLeast(recalled.length, exact.length * 0.98)
      for (const [at, { similarity }] of found.slice(0, 5).entries())
        assert.approximately(similarity, exact[at]!.similarity, 1e-5)
    }
    // A new date moves rows with their vectors. Removed children lose theirs.
    const [first] = archive.children
    const its = archive.parents.find(({ key }) => key === first!.parent)!
    its.date = its.fields.filed = '2023-03-03'
    await writer.startParent(its)
    await writer.putChildren(archive.children.filter(({ parent: of }) => of === its.key))
    await writer.finishParent({ complete: true })
    await writer.commit('w')
    const nearest = async () =>
      (await engine.neighbours({ ...search, vector: chunks[0]!.vectors[0]!, filter: ALL }))[0]!
    const top = await nearest()
    assert.deepEqual([top.key, top.parent, top.chunk], [first!.key, its.key, 1])
    assert.approximately(top.similarity, 1, 1e-5)
    await writer.removeChildren([first!.key])
    await writer.commit('x')
    assert.notEqual((await nearest()).key, first!.key)
    await writer.close()
    const { chunks: count } = (await engine.health()).indexes[0]!
    assert.equal(
      count,
      chunks.slice(1).reduce((sum, { vectors }) => sum + vectors.length, 0)
    )
  })
}

function cosine(one: Float32Array, other: Float32Array): number {
  const dot = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, number, at) => sum + number * b[at]!, 0)
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other))
}
