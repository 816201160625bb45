import { test } from '@japa/runner'
import { DomainError, NotReady } from '#app/support/domain_error'
import { defineSearchIndex } from '#app/search/define_search_index'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { EmbeddingFailed, type Embedder } from '#app/search_engine/embeddings/embedder'
import { DIMENSIONS } from '#app/search_engine/embeddings/models'
import { parseQuestion } from '#app/search_engine/query/parse_question'
import { SemanticUnavailable } from '#app/search_engine/engine'
import { QueryError } from '#app/search_engine/query/query_error'
import { QueryVectors } from '#app/search/semantic/semantic_finder'
import { readSemantic, type SemanticInput } from '#app/search/semantic/semantic_request'

const INDEX = defineSearchIndex({
  name: 'opinions',
  label: 'Opinions',
  ownRow: 'without children',
  yearsOfAge: 50,
  documents: { parents: { from: 'c', key: 'c.id', date: 'c.date' } },
  follows: {},
  fields: { text: { kind: 'text', level: 'child', weight: 1 } },
})
const SEMANTIC = {
  code: 'o',
  semantic: {
    field: 'text',
    keys: { parent: 'cluster_id', child: 'id' },
    neighbours: 100,
  },
} as SearchTypeDefinition
const OTHER = { code: 'r' } as SearchTypeDefinition

function read(
  parameters: Record<string, string>,
  more: Pick<SemanticInput, 'body'> & { type?: SearchTypeDefinition } = {}
) {
  const { q = '' } = parameters
  return readSemantic({
    get: (name) => parameters[name],
    type: SEMANTIC,
    q,
    query: parseQuestion(q, INDEX),
    ...more,
  })
}

function refusal(parameters: Record<string, string>, more: Parameters<typeof read>[1] = {}) {
  try {
    read(parameters, more)
  } catch (error) {
    if (error instanceof DomainError) return [error.kind.status, error.details]
    throw error
  }
  throw new Error('it was not refused')
}

function post(embedding: unknown) {
  return { body: { json: { embedding } } }
}

const NUMBERS = Array.from({ length: DIMENSIONS }, (_, at) => at - 300)

test.group('semantic requests by GET', () => {
  test('are keyword searches unless semantic is true', ({ assert }) => {
    assert.isNull(read({ q: 'fair use' }))
    assert.isNull(read({ q: 'fair use', semantic: 'false' }))
    assert.isNull(read({ q: 'fair use', semantic: 'true' }, { type: OTHER }))
  })

  test('are keyword searches if everything is in quotes', ({ assert }) => {
    assert.isNull(read({ semantic: 'true' }))
    assert.isNull(read({ q: '"fair use" "good faith"', semantic: 'true', chunks: '2' }))
  })

  test('embed the text without its quotes and also search for its phrases', ({ assert }) => {
    const request = read({ q: 'when is "fair use" a "good faith" defense', semantic: 'true' })!
    assert.equal(request.meaning, 'when is fair use a good faith defense')
    const phrase = (...words: string[]) => ({
      op: 'phrase',
      fields: ['text'],
      words,
      form: 'exact',
    })
    assert.deepEqual(request.phrases as unknown, {
      op: 'and',
      of: [phrase('fair', 'use'), phrase('good', 'faith')],
    })
    assert.equal(request.chunks, 0)
    assert.isNull(read({ q: 'fair use', semantic: 'on' })!.phrases)
  })

  test('accept up to 1,000 characters', ({ assert }) => {
    const words = 'word '.repeat(200).trim()
    assert.equal(read({ q: `${words}s`, semantic: 'true' })!.meaning, `${words}s`)
    const refuse = () => read({ q: `${words}ss`, semantic: 'true' })
    assert.throws(refuse, QueryError)
    assert.throws(
      refuse,
      /^The input is too long to process\. The maximum allowed is 1000 characters\./
    )
  })

  test('show one to five chunks', ({ assert }) => {
    for (const chunks of [1, 5])
      assert.equal(read({ q: 'x', semantic: 'true', chunks: `${chunks}` })!.chunks, chunks)
    for (const chunks of ['0', '6', '1.5', '-1', 'two'])
      assert.deepEqual(refusal({ q: 'x', semantic: 'true', chunks }), [
        400,
        { chunks: [`Enter a whole number from 1 to 5, not "${chunks}".`] },
      ])
    assert.deepEqual(refusal({ q: 'x', chunks: '2' }), [
      400,
      { chunks: ['Only semantic searches support chunks. Add semantic=true.'] },
    ])
  })

  test('reject values other than true and false', ({ assert }) => {
    assert.deepEqual(refusal({ q: 'x', semantic: 'maybe' }), [
      400,
      { semantic: ['Enter true or false, not "maybe".'] },
    ])
  })
})

test.group('semantic requests by POST', () => {
  test('contain a vector, and q contributes only phrases', ({ assert }) => {
    const request = read({ q: 'ignored "fair use"', chunks: '3' }, post(NUMBERS))!
    const vector = request.meaning as Float32Array
    const length = Math.hypot(...NUMBERS)
    assert.equal(vector.length, DIMENSIONS)
    assert.closeTo(vector[767]!, 467 / length, 1e-7)
    assert.equal(request.phrases!.op, 'phrase')
    assert.equal(request.chunks, 3)
    assert.isNull(read({}, post(NUMBERS))!.phrases)
    assert.isNotNull(read({ semantic: 'true' }, post(NUMBERS)))
  })

  test('are rejected for other types and for semantic=false', ({ assert }) => {
    assert.deepEqual(refusal({}, { ...post(NUMBERS), type: OTHER }), [
      400,
      { type: ['POST is for semantic search, which type r does not support. Use GET.'] },
    ])
    assert.deepEqual(refusal({ semantic: 'false' }, post(NUMBERS)), [
      400,
      { semantic: ['POST is for semantic search only. Omit semantic or set it to true.'] },
    ])
  })

  const bodies: [what: string, body: unknown, messages: unknown][] = [
    ['nothing', undefined, ['This field is required.']],
    ['a list', NUMBERS, ['This field is required.']],
    ['an empty object', {}, ['This field is required.']],
    ['null', { embedding: null }, ['This field may not be null.']],
    ['a text', { embedding: '[1]' }, ['Expected a list of 768 numbers, not a string.']],
    ['an object', { embedding: { 0: 1 } }, ['Expected a list of 768 numbers, not an object.']],
    ['no numbers', { embedding: [] }, ['Ensure this field has at least 768 elements.']],
    ['too few', { embedding: NUMBERS.slice(1) }, ['Ensure this field has at least 768 elements.']],
    [
      'too many',
      { embedding: [...NUMBERS, 1] },
      ['Ensure this field has no more than 768 elements.'],
    ],
    [
      'values other than numbers',
      { embedding: NUMBERS.with(1, '0.5' as never).with(700, Infinity) },
      { 1: ['A valid number is required.'], 700: ['A valid number is required.'] },
    ],
    [
      'zeros',
      { embedding: NUMBERS.map(() => 0) },
      ['Ensure this field has a number other than 0.'],
    ],
  ]
  for (const [what, json, messages] of bodies) {
    test(`are rejected with ${what}`, ({ assert }) => {
      assert.deepEqual(refusal({}, { body: { json } }), [400, { embedding: messages }])
    })
  }
})

test.group('query vectors', () => {
  const vector = new Float32Array(DIMENSIONS).fill(1)

  function embedder(embedQuery: (text: string) => Promise<Float32Array>): Embedder {
    return { model: 'm', batch: 1, embedQuery, embedDocuments: async () => [] }
  }

  test('can be turned off; the error names the setting', async ({ assert }) => {
    const vectors = new QueryVectors(null, { warn() {} })
    const error = (await vectors.of('x').catch((reason: Error) => reason)) as Error
    assert.instanceOf(error, SemanticUnavailable)
    assert.match(error.message, /EMBEDDINGS=off/)
  })

  test('are requested once, but failures are not cached', async ({ assert }) => {
    const asked: string[] = []
    const warnings: unknown[] = []
    let works = false
    const vectors = new QueryVectors(
      embedder(async (text) => {
        asked.push(text)
        if (works) return vector
        throw new EmbeddingFailed('unavailable', 'The service at inner.host cannot be reached.')
      }),
      { warn: (details) => warnings.push(details) }
    )
    const error = (await vectors.of('x').catch((reason: unknown) => reason)) as DomainError
    assert.instanceOf(error, NotReady)
    assert.equal(error.retryAfter, 10)
    assert.notInclude(JSON.stringify(error.details), 'inner.host')
    // An outage is logged once.
    await vectors.of('y').catch(() => {})
    assert.lengthOf(warnings, 1)

    works = true
    assert.equal(await vectors.of('x'), vector)
    assert.deepEqual(await Promise.all([vectors.of('x'), vectors.of('x')]), [vector, vector])
    assert.deepEqual(asked, ['x', 'y', 'x'])
    works = false
    await vectors.of('z').catch(() => {})
    assert.lengthOf(warnings, 2)
  })

  test('only the most recent ones are cached', async ({ assert }) => {
    let asked = 0
    const vectors = new QueryVectors(
      embedder(async () => {
        asked++
        return vector
      }),
      { warn() {} }
    )
    for (let at = 0; at < 600; at++) {
      await vectors.of(`question ${at}`)
      await vectors.of('again and again')
    }
    assert.equal(asked, 601)
    await vectors.of('question 0')
    assert.equal(asked, 602)
  })
})
