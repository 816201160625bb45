import { test } from '@japa/runner'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import type { EngineSearch, Order, SearchEngine } from '#app/search_engine/engine'
import { DIMENSIONS } from '#app/search_engine/embeddings/models'
import { ALL, type QueryTree } from '#app/search_engine/query/tree'
import { BOOST, findByMeaning, type SemanticFind } from '#app/search/semantic/semantic_finder'
import { FindingEngine, type MemoryParent } from '#tests/helpers/finding_engine'

const KEYS = { parent: 'case', child: 'opinion' }
const SEMANTIC = { field: 'text', keys: KEYS, neighbours: 100 }
const TYPE = { index: 'opinions', grain: 'parent', semantic: SEMANTIC } as SearchTypeDefinition & {
  semantic: typeof SEMANTIC
}
const QUESTION = towards(1)
const FAIR_USE: QueryTree = {
  op: 'phrase',
  fields: ['text'],
  words: ['fair', 'use'],
  form: 'exact',
}

/** A vector with the given similarity to the question. */
function towards(similarity: number): Float32Array {
  const vector = new Float32Array(DIMENSIONS)
  vector[0] = similarity
  vector[1] = Math.sqrt(1 - similarity ** 2)
  return vector
}

const ARCHIVE: MemoryParent[] = [
  {
    key: 1,
    fields: { court: 'a', year: 1990 },
    children: [
      { key: 11, text: 'nothing', vectors: [towards(0.85), towards(0.95)] },
      { key: 12, text: 'fair use' },
      { key: 13, text: 'nothing', vectors: [towards(0.99), towards(0.5)] },
    ],
  },
  {
    key: 2,
    fields: { court: 'b', year: 1980 },
    children: [{ key: 21, text: 'fair use or fair use', vectors: [towards(0.79)] }],
  },
  {
    key: 3,
    fields: { court: 'a', year: 2000 },
    children: [{ key: 31, text: 'nothing', vectors: [towards(0.9)] }],
  },
  {
    key: 4,
    fields: { court: 'b', year: 1970 },
    children: [{ key: 41, text: 'use that is fair' }],
  },
]

const SCORE: Order = { by: 'score' }
const BY_YEAR: Order = { by: 'fields', fields: [{ name: 'year', descending: true }] }

function find(archive: MemoryParent[], wanted: Partial<SemanticFind>, engine?: FindingEngine) {
  return findByMeaning((engine ?? new FindingEngine(archive, KEYS)) as unknown as SearchEngine, {
    type: TYPE,
    vector: QUESTION,
    atLeast: 0.8,
    phrases: null,
    filter: ALL,
    order: SCORE,
    scoring: { today: '2026-01-01' },
    size: 20,
    children: 20,
    count: true,
    deadline: 1000,
    ...wanted,
  })
}

test.group('semantic search', () => {
  test('finds parents by their closest passage, and nothing below the minimum similarity', async ({
    assert,
  }) => {
    const { hits, count, more } = await find(ARCHIVE, {})
    assert.deepEqual(
      hits.map(({ key }) => key),
      [1, 3]
    )
    const [first] = hits
    assert.closeTo(first!.similarity, 0.99, 1e-6)
    assert.equal(first!.score, BOOST * first!.similarity)
    assert.deepEqual(
      first!.passages.map(({ key, chunk }) => [key, chunk]),
      [
        [13, 1],
        [11, 2],
        [11, 1],
      ]
    )
    // Children with close passages, ordered by their closest passage.
    assert.deepEqual(
      first!.children.map(({ key }) => key),
      [13, 11]
    )
    assert.equal(count, 2)
    assert.isFalse(more)
  })

  test('vectors of other models are not compared', async ({ assert }) => {
    const asked: number[][] = []
    const comparable = async (keys: number[]) => {
      asked.push(keys.toSorted((one, other) => one - other))
      return new Set([31])
    }
    const { hits, count } = await find(ARCHIVE, { comparable })
    assert.deepEqual(
      hits.map(({ key }) => key),
      [3]
    )
    assert.equal(count, 1)
    assert.deepEqual(asked, [[11, 11, 13, 31]])
  })

  test('the model sets the minimum similarity, the declaration the number of passages', async ({
    assert,
  }) => {
    const type = (settings: object) => ({ ...TYPE, semantic: { ...SEMANTIC, ...settings } })
    const wide = await find(ARCHIVE, { atLeast: 0.7 })
    assert.deepEqual(
      wide.hits.map(({ key }) => key),
      [1, 3, 2]
    )
    const few = await find(ARCHIVE, { type: type({ neighbours: 2 }) })
    assert.deepEqual(
      few.hits.map(({ key }) => key),
      [1]
    )
  })

  test('applies filters before it finds nearest neighbors', async ({ assert }) => {
    const type = { ...TYPE, semantic: { ...SEMANTIC, neighbours: 1 } }
    const filter: QueryTree = { op: 'is', field: 'year', values: [2000] }
    const { hits } = await find(ARCHIVE, { type, filter })
    assert.deepEqual(
      hits.map(({ key }) => key),
      [3]
    )
  })

  for (const [by, order, expected] of [
    ['score', SCORE, [1, 3, 2]],
    ['year', BY_YEAR, [3, 1, 2]],
  ] as const) {
    test(`phrases add hits and count toward scores (by ${by})`, async ({ assert }) => {
      const { hits, count } = await find(ARCHIVE, { phrases: FAIR_USE, order })
      assert.deepEqual(
        hits.map(({ key }) => key),
        expected
      )
      assert.equal(count, 3)
      const byKey = new Map(hits.map((hit) => [hit.key, hit]))
      // The score of its words is added to the score of its passages.
      const both = byKey.get(1)!
      assert.equal(both.score, BOOST * both.similarity + 1)
      assert.deepEqual(
        both.children.map(({ key }) => key),
        [13, 11, 12]
      )
      // Not similar enough, and found by its words.
      const worded = byKey.get(2)!
      assert.equal(worded.score, 2)
      assert.equal(worded.similarity, 0)
      assert.deepEqual(worded.passages, [])
    })
  }

  test('returns no hits without close passages or phrases', async ({ assert }) => {
    for (const order of [SCORE, BY_YEAR]) {
      const vector = towards(-1)
      const answer = await find(ARCHIVE, { vector, order })
      assert.deepEqual(answer, { hits: [], count: 0, more: false, rankedNewest: null })
    }
  })

  test('limits the listed children', async ({ assert }) => {
    for (const order of [SCORE, BY_YEAR]) {
      const { hits } = await find(ARCHIVE, { phrases: FAIR_USE, order, children: 1 })
      const hit = hits.find(({ key }) => key === 1)!
      assert.deepEqual(
        hit.children.map(({ key }) => key),
        [13]
      )
      assert.isTrue(hit.moreChildren)
    }
  })

  for (const [by, order, ranked] of [
    ['score', SCORE, Infinity],
    ['score of an engine that does not rank all', SCORE, 11],
    ['year', BY_YEAR, Infinity],
  ] as const) {
    test(`pages by ${by} make up the whole list in both directions`, async ({ assert }) => {
      const archive = manyParents()
      const engine = new FindingEngine(archive, KEYS, ranked)
      const all = await find(archive, { phrases: FAIR_USE, order, size: 1000 }, engine)
      const unranked = all.hits.filter(({ position }) => position[0] === null)
      assert.equal(unranked.length > 10, ranked < Infinity)
      assert.deepEqual(all.hits.slice(all.hits.length - unranked.length), unranked)
      const keys = all.hits.map(({ key }) => key)
      assert.isAbove(all.hits.filter(({ passages }) => passages.length).length, 20)
      assert.isAbove(all.hits.filter(({ similarity }) => similarity === 0).length, 20)
      assert.equal(all.count, keys.length)

      const pages: number[][] = []
      let from: EngineSearch['from']
      for (;;) {
        const page = await find(archive, { phrases: FAIR_USE, order, size: 7, from }, engine)
        assert.equal(page.count, keys.length)
        pages.push(page.hits.map(({ key }) => key))
        // Positions survive JSON.
        const position = JSON.parse(JSON.stringify(page.hits.at(-1)!.position))
        from = { position, direction: 'after' }
        if (!page.more) break
      }
      assert.deepEqual(pages.flat(), keys)

      for (const at of [17, keys.length - Math.max(unranked.length - 3, 2), keys.length - 1]) {
        const { position } = all.hits[at]!
        const back = await find(
          archive,
          { phrases: FAIR_USE, order, size: 7, from: { position, direction: 'before' } },
          engine
        )
        assert.deepEqual(
          back.hits.map(({ key }) => key),
          keys.slice(at - 7, at)
        )
        assert.isTrue(back.more)
      }
    })
  }
})

/**
 * Ninety cases: a third are close, a third contain the phrase, some do both, and many are
 * alike.
 */
function manyParents(): MemoryParent[] {
  return Array.from({ length: 90 }, (_, at) => ({
    key: 100 + at,
    fields: { year: 1950 + (at % 5) },
    children: [
      {
        key: 1000 + at,
        text: at % 4 < 2 ? 'fair use here '.repeat(1 + (at % 3)) : 'nothing',
        vectors: at % 3 === 0 ? [towards(0.8 + (at % 4) / 20)] : [],
      },
    ],
  }))
}
