/**
 * Semantic search: parameters, errors, and results (search.md 8).
 */
import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { IssueToken } from '#app/accounts/actions/tokens'
import { normalise } from '#app/search_engine/embeddings/embedder'
import { BUILT_IN_MODEL, DIMENSIONS } from '#app/search_engine/embeddings/models'
import type { SearchEngine } from '#app/search_engine/engine'
import { readSearch } from '#app/search/request/search_request'
import { ArchiveModel } from '#app/search/semantic/archive_model'
import { saveEmbedded } from '#app/search/semantic/chunk_store'
import { ChunkTexts, semanticPage } from '#app/search/semantic/semantic_page'
import { embeddedTexts } from '#app/search/semantic/embedding_queue'
import { readSemantic } from '#app/search/semantic/semantic_request'
import { makeAccount } from '#tests/helpers/accounts'
import { wordVector } from '#tests/helpers/embedding_service'
import { FindingEngine } from '#tests/helpers/finding_engine'
import { logFile } from '#tests/helpers/secrets'
import { searchReady } from '#tests/helpers/search_indexes'
import { searched } from '../search_helpers.js'
import { PluginHost } from '#core/plugin_host'
import { Reader } from '#app/database/reader'

const PATH = '/api/rest/v4/search/'
const VECTOR = Array.from({ length: DIMENSIONS }, (_, at) => at + 1)

test.group('semantic search: the endpoint', (group) => {
  group.setup(() => searchReady())

  const post = (client: ApiClient, body: object, parameters: Record<string, string> = {}) =>
    client.post(PATH).qs(parameters).json(body)

  test('turned off, a text query returns 501 with the setting and is logged once', async ({
    client,
    assert,
  }) => {
    for (const q of ['school segregation', 'unequal schools']) {
      const response = await client.get(PATH).qs({ q, semantic: 'true' })
      response.assertStatus(501)
      assert.match(response.body().detail, /EMBEDDINGS=off/)
    }
    const log = await readFile(logFile(`inside-${process.pid}`), 'utf8')
    const told = log.split('\n').filter((line) => line.includes('EMBEDDINGS=off'))
    assert.lengthOf(told, 1)
    assert.notProperty(JSON.parse(told[0]!), 'err')
  })

  test('quotes are the only syntax in a semantic query', async ({ client }) => {
    for (const q of [
      'search AND seizure',
      'foo:bar',
      'cars /s warrants',
      '(a',
      'related:1',
      '*x',
    ]) {
      // The query is valid, but the provider is not configured.
      ;(await client.get(PATH).qs({ q, semantic: 'true' })).assertStatus(501)
      ;(await post(client, { embedding: VECTOR }, { q })).assertStatus(200)
    }
    ;(await client.get(PATH).qs({ q: 'an "open quote', semantic: 'true' })).assertStatus(400)
  })

  test('uses keyword search for a phrase alone or an empty query', async ({ client, assert }) => {
    for (const q of ['"equal protection"', ''])
      assert.equal(
        (await searched(client, { q, semantic: 'true' })).count,
        (await searched(client, { q })).count
      )
  })

  test('reports a body that is nested too deeply', async ({ assert }) => {
    const { HOST, PORT } = process.env
    const response = await fetch(`http://${HOST}:${PORT}/api/rest/v4/search/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"embedding":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    })
    assert.equal(response.status, 400)
    assert.deepEqual(await response.json(), {
      detail: 'JSON parse error - the body is nested too deeply.',
    })
  })

  test('is not available for other types and v3', async ({ client, assert }) => {
    const { count } = await searched(client, { q: 'order', type: 'd', semantic: 'true' })
    assert.equal(count, (await searched(client, { q: 'order', type: 'd' })).count)
    const v3 = await searched(client, { q: 'court', semantic: 'true' }, 'v3')
    assert.equal(v3.count, (await searched(client, { q: 'court' }, 'v3')).count)
    const response = await client.post('/api/rest/v3/search/').json({ embedding: VECTOR })
    response.assertStatus(405)
  })

  test('allows POST with a read-only token', async ({ client }) => {
    const { id } = await makeAccount()
    const database = await app.container.make('lucid.db')
    const key = await database.transaction((trx) =>
      new IssueToken().handle(trx, id, { name: 'r', readOnly: true, expiresAt: null })
    )
    const response = await post(client, { embedding: VECTOR }).header(
      'authorization',
      `Token ${key}`
    )
    response.assertStatus(200)
  })

  test('reports missing values of a POST', async ({ client }) => {
    const refused = async (body: object, answer: object, parameters = {}) => {
      const response = await post(client, body, parameters)
      response.assertStatus(400)
      response.assertBody(answer)
    }
    await refused({}, { embedding: ['This field is required.'] })
    await refused(
      { embedding: VECTOR.slice(1) },
      { embedding: ['Ensure this field has at least 768 elements.'] }
    )
    await refused(
      { embedding: [...VECTOR, 0] },
      { embedding: ['Ensure this field has no more than 768 elements.'] }
    )
    await refused(
      { embedding: VECTOR.with(5, 'x' as never) },
      { embedding: { 5: ['A valid number is required.'] } }
    )
    await refused(
      { embedding: VECTOR },
      { type: ['POST is for semantic search, which type rd does not support. Use GET.'] },
      { type: 'rd' }
    )
  })

  test('rejects a vector that cannot be from the model of the archive, and warns while texts have no vectors', async ({
    client,
    assert,
    cleanup,
  }) => {
    const database = await app.container.make('lucid.db')
    const add = (model: string) =>
      database.rawQuery(
        `INSERT INTO search_embedded (index_name, key, model, text_hash, chunks) VALUES ('opinions', -1, ?, '', 1)
         ON CONFLICT (index_name, key) DO UPDATE SET model = excluded.model`,
        [model]
      )
    cleanup(() => database.rawQuery('TRUNCATE search_embedded, search_to_embed, search_chunks'))
    await add(BUILT_IN_MODEL)
    const response = await post(client, { embedding: VECTOR })
    response.assertStatus(400)
    assert.deepEqual(response.body(), {
      embedding: [
        'The vectors of this archive are from the model "universal-sentence-encoder-lite/2". Send a vector of the same model: 512 numbers followed by 256 zeros.',
      ],
    })
    const short = VECTOR.map((number, at) => (at < 512 ? number : 0))
    await database.rawQuery(`INSERT INTO search_to_embed (index_name, key) VALUES ('opinions', -2)`)
    const partial = await post(client, { embedding: short })
    partial.assertStatus(200)
    assert.match(partial.header('warning')!, /^299 - "Some texts have no vectors yet/)
  })

  test('rejects a text of more than 1,000 characters', async ({ client, assert }) => {
    const response = await client.get(PATH).qs({ q: 'a '.repeat(501), semantic: 'true' })
    response.assertStatus(400)
    assert.match(
      response.body().detail,
      /^The input is too long to process\. The maximum allowed is 1000 characters\./
    )
  })
})

test.group('semantic search: results', (group) => {
  let engine: FindingEngine
  let keys: { near: number; worded: number; opinion: number }
  const passage = 'Passage of the sample that comes closest.'

  group.setup(async () => {
    await searchReady()
    const database = await app.container.make('lucid.db')
    const { searchIndexes, searchTypes } = await app.container.make(PluginHost)
    const [texts] = embeddedTexts(searchIndexes, searchTypes)
    const { rows } = await database.rawQuery<{
      rows: { cluster: string; opinion: string; hash: string }[]
    }>(
      `SELECT c.id AS cluster, o.id AS opinion, md5(t.content) AS hash FROM opinions o
       JOIN opinion_clusters c ON c.id = o.cluster_id JOIN ${texts!.sql} t ON t.key = o.id
       WHERE t.content <> '' AND c.precedential_status = 'Published' ORDER BY o.id LIMIT 2`
    )
    const [near, other] = rows
    keys = {
      near: Number(near!.cluster),
      worded: 0,
      opinion: Number(near!.opinion),
    }
    const vectors = [normalise(wordVector('closest words'))!, normalise(wordVector('closest'))!]
    await database.transaction((trx) =>
      saveEmbedded(trx, 'opinions', 'test', [
        { key: keys.opinion, hash: near!.hash, chunks: ['Another.', passage], vectors },
        { key: Number(other!.opinion), hash: 'of another text', chunks: ['Gone.'], vectors },
      ])
    )
    const { rows: clusters } = await database.rawQuery<{ rows: { id: string; opinion: string }[] }>(
      `SELECT c.id, min(o.id) AS opinion FROM opinion_clusters c JOIN opinions o ON o.cluster_id = c.id
       WHERE c.id <> ? GROUP BY c.id ORDER BY c.id LIMIT 1`,
      [keys.near]
    )
    keys.worded = Number(clusters[0]!.id)
    engine = new FindingEngine(
      [
        {
          key: keys.near,
          fields: { status: 'published' },
          children: [{ key: keys.opinion, text: 'nothing', vectors }],
        },
        {
          key: keys.worded,
          fields: { status: 'published' },
          children: [{ key: Number(clusters[0]!.opinion), text: 'said of fair use' }],
        },
      ],
      { parent: 'cluster_id', child: 'id' }
    )
    return () => database.rawQuery('TRUNCATE search_embedded, search_chunks')
  })

  async function page(parameters: Record<string, string>) {
    const { searchIndexes: indexes, searchTypes: types } = await app.container.make(PluginHost)
    const request = readSearch(
      new Map(Object.entries(parameters).map(([name, value]) => [name, [value]])),
      { types, indexes },
      { strict: true, byMeaning: true, context: {} }
    )
    const semantic = readSemantic({
      ...request,
      get: (name) => parameters[name],
      body: { json: { embedding: wordVector('closest') } },
    })!
    const reader = await app.container.make(Reader)
    return semanticPage(
      { ...request, semantic: { ...semantic, vector: semantic.meaning as Float32Array } },
      { count: true, deadline: 1000 },
      {
        engine: engine as unknown as SearchEngine,
        reader,
        chunkTexts: new ChunkTexts(reader, embeddedTexts(indexes, types)[0]!),
        archiveModel: new ArchiveModel(reader, 'opinions', null),
      }
    )
  }

  test('have the closest passage as snippet, and scores', async ({ assert }) => {
    const { results, count, next, previous } = await page({})
    assert.equal(count, 1)
    assert.isNull(next)
    assert.isNull(previous)
    const [result] = results as any[]
    assert.equal(result.cluster_id, keys.near)
    assert.equal(result.meta.score.semantic, 1)
    assert.equal(result.meta.score.bm25, 150)
    assert.deepEqual(
      result.opinions.map(({ id, snippet }: { id: number; snippet: string }) => [id, snippet]),
      [[keys.opinion, passage]]
    )
    assert.notProperty(result, 'chunks')
  })

  test('have highlighted passages only on request', async ({ assert }) => {
    const snippetOf = async (parameters: Record<string, string>) =>
      ((await page({ q: 'sample', ...parameters })).results as any[])[0].opinions[0].snippet
    assert.equal(await snippetOf({}), passage)
    const marked = passage.replace('sample', '<mark>sample</mark>')
    assert.equal(await snippetOf({ highlight: 'on' }), marked)
  })

  test('have the requested number of passages', async ({ assert }) => {
    // One of the two is below the minimum similarity of 0.8.
    const { results } = await page({ chunks: '5' })
    assert.deepEqual((results[0] as any).chunks, [
      { chunk: 2, id: keys.opinion, similarity: 1, text: passage },
    ])
  })

  test('phrases add results without passages', async ({ assert }) => {
    const { results, count } = await page({ q: 'not read "fair use"', chunks: '2' })
    assert.equal(count, 2)
    const [first, second] = results as any[]
    assert.equal(first.cluster_id, keys.near)
    assert.equal(second.cluster_id, keys.worded)
    assert.deepEqual(second.meta.score, { bm25: 1, semantic: 0 })
    assert.deepEqual(second.chunks, [])
    assert.isNotEmpty(second.opinions[0].snippet)
  })

  test('filters apply to both', async ({ assert }) => {
    const { count } = await page({ 'q': '"fair use"', 'stat_In-chambers': 'on' })
    assert.equal(count, 0)
  })

  test('exclude passages of a changed text', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    await database.rawQuery(`UPDATE search_embedded SET text_hash = 'x' WHERE key = ?`, [
      keys.opinion,
    ])
    const { results } = await page({ chunks: '5' })
    const [result] = results as any[]
    assert.deepEqual(result.chunks, [])
    assert.notEqual(result.opinions[0].snippet, passage)
  })
})
