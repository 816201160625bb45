/** Wildcard patterns over an index during writes. */
import { test } from '@japa/runner'
import type { QueryTree } from '#app/search_engine/query/tree'
import { CASES } from './archive.js'
import type { EngineUnderTest } from './engine_conformance.js'
import { fillIndex } from './fill_index.js'
import { keys, parent } from './small_documents.js'

/** Registers the tests. */
export function testPatterns(open: EngineUnderTest): void {
  test('patterns find newly written words', async ({ assert, cleanup }) => {
    const engine = await open([CASES], cleanup)
    await fillIndex(
      engine,
      'cases',
      { parents: [parent(1, 'marbury', '2020-01-01')], children: [] },
      'rebuild'
    )
    await engine.swap('cases')
    const found = async () => {
      const patterns: QueryTree[] = [
        { op: 'prefix', fields: ['name'], prefix: 'madi' },
        { op: 'wildcard', fields: ['name'], pattern: '*bury' },
        { op: 'fuzzy', fields: ['name'], word: 'madisen', edits: 1 },
      ]
      return Promise.all(patterns.map((pattern) => keys(engine, pattern)))
    }
    assert.deepEqual(await found(), [[], [1], []])
    const writer = await engine.openWriter('cases', 'live')
    const write = async (name: string) => {
      await writer.startParent(parent(2, name, '2021-01-01'))
      await writer.finishParent({ complete: true })
    }
    await write('madison')
    await writer.rollback()
    await writer.commit('none')
    assert.deepEqual(await found(), [[], [1], []])
    await write('madison')
    await writer.commit('new')
    assert.deepEqual(await found(), [[2], [1], [2]])
    await write('canterbury')
    await writer.commit('renamed')
    assert.deepEqual(await found(), [[], [2, 1], []])
    await writer.close()
  })
}
