/** Questions, and merging of hits by words and by similarity. */
import { test } from '@japa/runner'
import type { SearchEngine } from '#app/search_engine/engine'
import { fuseHits, type WeighedHit } from '#app/search/fused_hits'
import { findSimilar, isQuestion } from '#app/search/semantic/similar_hits'
import type { SearchRequest } from '#app/search/request/search_request'
import { NotReady } from '#app/support/domain_error'

const hit = (key: number, weight = 1): WeighedHit => ({
  weight,
  key,
  parent: key,
  score: 1,
  position: [1, key],
  children: [],
  moreChildren: false,
})
const keys = (hits: { key: number }[]) => hits.map(({ key }) => key)
const fuse = (words: number[], meaning: number[]) =>
  keys(
    fuseHits(
      words.map((key) => hit(key)),
      meaning.map((key) => hit(key))
    )
  )

test.group('merged hits', () => {
  test('keep the order of a single list', ({ assert }) => {
    assert.deepEqual(fuse([3, 1, 2], []), [3, 1, 2])
    assert.deepEqual(fuse([], [3, 1, 2]), [3, 1, 2])
    assert.deepEqual(fuse([], []), [])
  })

  test('put decisions of both lists first, each once', ({ assert }) => {
    const fused = fuse([1, 2, 3, 4], [4, 9, 2])
    assert.sameMembers(fused, [1, 2, 3, 4, 9])
    assert.isBelow(fused.indexOf(4), fused.indexOf(3))
    assert.isBelow(fused.indexOf(2), fused.indexOf(9))
  })

  test('count in proportion to their weights', ({ assert }) => {
    const words = [hit(1, 0.2), hit(2, 0.1)]
    assert.deepEqual(keys(fuseHits(words, [hit(3, 0.6), hit(2, 0.3)])), [3, 2, 1])
    assert.deepEqual(keys(fuseHits(words, [hit(3, 0.05), hit(4, 0.01)])), [1, 2, 3, 4])
    assert.deepEqual(keys(fuseHits([hit(1, 0.9)], [hit(3, 0.6)])), [1, 3])
  })
})

test.group('questions', () => {
  const query = { fields: [], related: [], references: [], numbers: [], looksLikeName: false }
  const request = (q: string, given: object = {}, type: object = { semantic: {} }) =>
    ({ type, q, query: { ...query, ...given }, order: { by: 'score' } }) as unknown as SearchRequest

  test('are plain words: {q}')
    .with([
      { q: 'may police search a car' },
      { q: 'Can a school ban armbands?' },
      { q: "can a landlord keep a tenant's deposit" },
      { q: 'race-based admission to college, and quotas' },
    ])
    .run(({ assert }, { q }) => assert.isTrue(isQuestion(request(q))))

  test('have no operators: {q}')
    .with([
      { q: 'fair use' },
      { q: '"fair use" of a parody' },
      { q: 'parody OR satire of music' },
      { q: 'parody NOT satire of music' },
      { q: 'parody of -music here' },
      { q: 'court_id:scotus school prayer' },
      { q: 'negligen* of a driver' },
      { q: 'negligence~ of a driver' },
      { q: 'car /s warrant search' },
      { q: 'car w/5 warrant search' },
      { q: 'car +5 warrant search' },
      { q: 'car warrant !search' },
      { q: 'car warrant % search' },
      { q: 'car & warrant & search' },
      { q: '(car search) without warrant' },
    ])
    .run(({ assert }, { q }) => assert.isFalse(isQuestion(request(q))))

  test('are not names, numbers, citations, or of other types', ({ assert }) => {
    const q = 'may police search a car'
    assert.isFalse(isQuestion(request(q, { looksLikeName: true })))
    assert.isFalse(isQuestion(request(q, { references: ['1 U.S. 1'] })))
    assert.isFalse(isQuestion(request(q, { numbers: ['1'] })))
    assert.isFalse(isQuestion(request(q, { fields: ['text'] })))
    assert.isFalse(isQuestion(request(q, {}, {})))
  })

  test('find decisions, but none while the question cannot be embedded', async ({ assert }) => {
    const settings = { keys: { parent: 'cluster_id', child: 'id' }, neighbours: 100 }
    const type = { index: 'opinions', grain: 'parent', semantic: settings }
    const engine = {
      neighbours: async () => [
        { key: 11, parent: 1, chunk: 1, similarity: 0.5 },
        { key: 21, parent: 2, chunk: 1, similarity: 0.7 },
        { key: 31, parent: 3, chunk: 1, similarity: 0.6 },
      ],
    } as unknown as SearchEngine
    const model = { atLeast: async () => 0.4, select: async () => new Set([11, 21]) }
    const find = async (q: string, vectors: object) =>
      keys(
        await findSimilar(
          request(q, {}, type),
          { today: '2026-01-01', size: 20, children: 0, deadline: 1000 },
          { engine, vectors: vectors as never, archiveModels: new Map([['opinions', model]]) }
        )
      )
    const embedder = {}
    const of = async () => new Float32Array(768)
    assert.deepEqual(await find('may police search', { embedder, of }), [2, 1])
    assert.deepEqual(await find('police search', { embedder, of }), [])
    assert.deepEqual(await find('may police search', { embedder: null }), [])
    const busy = async () => {
      throw new NotReady('Try again later.', 1)
    }
    assert.deepEqual(await find('may police search', { embedder, of: busy }), [])
  })
})
