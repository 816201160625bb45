import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import {
  EmbeddingFailed,
  normalise,
  type EmbeddingFailure,
} from '#app/search_engine/embeddings/embedder'
import { DIMENSIONS, STANDARD_MODEL } from '#app/search_engine/embeddings/models'
import { localModel } from '#app/search_engine/embeddings/local_model'
import { openAiStyle, openEmbedder } from '#app/search_engine/embeddings/open_embedder'
import { embeddingsUrl } from '#app/settings/rules'
import {
  startEmbeddingService,
  wordVector,
  type EmbeddingService,
} from '#tests/helpers/embedding_service'
import { makeTemporaryFolder } from '#tests/helpers/environment'

const SETTINGS = {
  embeddings: true,
  embeddingsUrl: null,
  embeddingsKey: null,
  embeddingsModel: null,
}

async function failureOf(embedding: Promise<unknown>): Promise<EmbeddingFailed> {
  try {
    await embedding
  } catch (error) {
    if (error instanceof EmbeddingFailed) return error
    throw error
  }
  throw new Error('it did not fail')
}

function lengthOf(vector: Float32Array): number {
  return Math.hypot(...vector)
}

test.group('embedders', (group) => {
  let service: EmbeddingService
  group.each.setup(async () => {
    service = await startEmbeddingService()
    return () => service.close()
  })

  test('without a URL, the built-in model is used; EMBEDDINGS=off disables all', ({ assert }) => {
    assert.isTrue(openEmbedder(SETTINGS)!.isBuiltIn)
    assert.isNull(openEmbedder({ ...SETTINGS, embeddings: false }))
    assert.isNull(
      openEmbedder({ ...SETTINGS, embeddings: false, embeddingsUrl: 'http://localhost' })
    )
  })

  test('an OpenAI-style service gets prefixes and the key; vectors are in order and have length 1', async ({
    assert,
  }) => {
    const embedder = openEmbedder({
      embeddings: true,
      embeddingsUrl: service.url,
      embeddingsKey: 'sk-secret',
      embeddingsModel: 'some-model',
    })!
    const query = await embedder.embedQuery('fair use')
    const documents = await embedder.embedDocuments(['one alder', 'two birches'])

    assert.deepEqual(
      service.seen.map(({ path, body }) => [path, body]),
      [
        ['/v1/embeddings', { model: 'some-model', input: ['search_query: fair use'] }],
        [
          '/v1/embeddings',
          {
            model: 'some-model',
            input: ['search_document: one alder', 'search_document: two birches'],
          },
        ],
      ]
    )
    assert.equal(service.seen[0]!.headers.authorization, 'Bearer sk-secret')
    assert.equal(query.length, DIMENSIONS)
    assert.closeTo(lengthOf(query), 1, 1e-6)
    const expected = normalise(wordVector('search_document: two birches'))!
    assert.deepEqual(documents[1], expected)
  })

  test('accepts the base URL or the full URL of an OpenAI-style service: {$self}')
    .with(['', '/', '/v1', '/v1/', '/v1/embeddings'])
    .run(async ({ assert }, path) => {
      const embedder = openAiStyle({ url: new URL(service.url + path), key: null, model: 'm' })
      await embedder.embedQuery('x')
      assert.equal(service.seen[0]!.path, '/v1/embeddings')
      assert.isUndefined(service.seen[0]!.headers.authorization)
    })

  test('an Inception-style service adds the prefixes itself', async ({ assert }) => {
    const embedder = openEmbedder({ ...SETTINGS, embeddingsUrl: `inception+${service.url}/` })!
    assert.equal(embedder.model, STANDARD_MODEL)
    await embedder.embedQuery('fair use')
    const [one, middle] = await embedder.embedDocuments(['alder', 'alder|birch'])
    assert.deepEqual(
      service.seen.map(({ path, body }) => [path, body]),
      [
        ['/api/v1/embed/query', { text: 'fair use' }],
        [
          '/api/v1/embed/batch',
          {
            documents: [
              { id: 0, text: 'alder' },
              { id: 1, text: 'alder|birch' },
            ],
          },
        ],
      ]
    )
    assert.deepEqual(one, normalise(wordVector('alder'))!)
    assert.deepEqual(middle, normalise(wordVector('alder birch'))!)
  })

  const answers: [what: string, kind: EmbeddingFailure, pattern: RegExp, unknown][] = [
    [
      'too few numbers',
      'misconfigured',
      /vectors with 384 dimensions; 768 are required/,
      data(384),
    ],
    [
      'too many numbers',
      'misconfigured',
      /vectors with 1536 dimensions; 768 are required/,
      data(1536),
    ],
    ['no vectors', 'unavailable', /no "data" with 1 vectors/, { data: [] }],
    ['something else', 'unavailable', /no "data" with 1 vectors/, { hello: 'world' }],
    ['null', 'unavailable', /no "data" with 1 vectors/, null],
    ['a vector of another text', 'unavailable', /no vector/, data(768, 1, 7)],
    ['texts for numbers', 'unavailable', /element 0 is not a number/, data(768, 'x')],
    ['zeros', 'refused', /a zero vector/, data(768, 0)],
  ]
  function data(length: number, value: unknown = 1, index = 0) {
    return { data: [{ index, embedding: new Array(length).fill(value) }] }
  }
  for (const [what, kind, pattern, answer] of answers) {
    test(`a service that answers with ${what}`, async ({ assert }) => {
      service.answer = (_, response) => {
        response.end(JSON.stringify(answer))
        return true
      }
      const failure = await failureOf(openAi().embedQuery('x'))
      assert.match(failure.message, pattern)
      assert.equal(failure.kind, kind)
    })
  }

  const statuses: [status: number, EmbeddingFailure, RegExp][] = [
    [302, 'misconfigured', /returned 302, a redirect, which Curia does not follow/],
    [400, 'refused', /returned 400: no key … here/],
    [401, 'misconfigured', /returned 401\. Check EMBEDDINGS_KEY/],
    [404, 'misconfigured', /returned 404 for \/v1\/embeddings\. Check EMBEDDINGS_URL/],
    [429, 'unavailable', /returned 429/],
    [503, 'unavailable', /returned 503/],
  ]
  for (const [status, kind, pattern] of statuses) {
    test(`status ${status} is ${kind}, and the key stays secret`, async ({ assert }) => {
      const other = await startEmbeddingService()
      service.answer = (_, response) => {
        response.writeHead(status, { location: `${other.url}/v1/embeddings` })
        response.end('no key sk-secret here')
        return true
      }
      const failure = await failureOf(openAi().embedDocuments(['x']))
      await other.close()
      assert.equal(failure.kind, kind)
      assert.match(failure.message, pattern)
      assert.notInclude(failure.message, 'sk-secret')
      assert.isEmpty(other.seen)
    })
  }

  test('rejects a response that is not JSON', async ({ assert }) => {
    service.answer = (_, response) => Boolean(response.end('<html>hello'))
    assert.match((await failureOf(openAi().embedQuery('x'))).message, /invalid JSON/)
  })

  test('rejects an endless response', async ({ assert }) => {
    service.answer = (_, response) => {
      const megabyte = Buffer.alloc(1024 * 1024, ' ')
      const more = () => {
        while (!response.destroyed && response.write(megabyte));
      }
      response.on('drain', more)
      more()
      return true
    }
    const failure = await failureOf(openAi(60_000).embedQuery('x'))
    assert.match(failure.message, /more than 33554432 bytes/)
  })

  test('times out if a service stalls before or during its response', async ({ assert }) => {
    for (const begin of [false, true]) {
      service.answer = (_, response) => {
        if (begin) response.write('{"data":')
        return true
      }
      const failure = await failureOf(openAi(200).embedQuery('x'))
      assert.equal(failure.kind, 'unavailable')
      assert.match(failure.message, /did not respond within 0\.2 s/)
    }
  })

  test('a request can be canceled', async ({ assert }) => {
    const giveUp = new AbortController()
    service.answer = () => {
      giveUp.abort(new Error('canceled'))
      return true
    }
    await assert.rejects(() => openAi().embedDocuments(['x'], giveUp.signal), 'canceled')
  })

  test('reports a refused connection', async ({ assert }) => {
    const embedder = openAi()
    await service.close()
    const failure = await failureOf(embedder.embedQuery('x'))
    assert.match(failure.message, /is unreachable \(ECONNREFUSED\)/)
    service = await startEmbeddingService()
  })

  function openAi(timeout = 5_000) {
    return openAiStyle({
      url: new URL(service.url),
      key: 'sk-secret',
      model: 'some-model',
      timeouts: { query: timeout, documents: timeout },
    })
  }
})

test.group('local models', (group) => {
  let folder: string
  group.each.setup(() => {
    folder = makeTemporaryFolder()
    return () => rmSync(folder, { recursive: true })
  })

  test('names the missing package', async ({ assert }) => {
    writeFileSync(join(folder, 'config.json'), '{}')
    const embedder = openEmbedder({ ...SETTINGS, embeddingsUrl: pathToFileURL(folder).href })!
    const failure = await failureOf(embedder.embedQuery('x'))
    assert.equal(failure.kind, 'misconfigured')
    assert.match(
      failure.message,
      /requires the package @huggingface\/transformers. Run "npm install/
    )
  })

  test('reports problems with the folder', async ({ assert }) => {
    const missing = await failureOf(localModel(join(folder, 'none')).embedQuery('x'))
    assert.match(missing.message, /The model folder/)
    const empty = await failureOf(localModel(folder).embedQuery('x'))
    assert.match(empty.message, /has no config\.json/)
  })

  test('runs only the model in the folder, one call at a time', async ({ assert }) => {
    const model = join(folder, 'some-model')
    mkdirSync(model)
    writeFileSync(join(model, 'config.json'), '{}')
    const env = { allowRemoteModels: true, allowLocalModels: false, localModelPath: '' }
    const calls: unknown[] = []
    let atOnce = 0
    const embedder = localModel(model, async () => ({
      env,
      pipeline: async (...pipeline) => {
        calls.push(pipeline)
        return async (texts, options) => {
          if (++atOnce > 1) throw new Error('two at once')
          await new Promise((resolve) => setImmediate(resolve))
          atOnce--
          calls.push([texts, options])
          return { dims: [texts.length, DIMENSIONS], data: texts.flatMap(wordVector) }
        }
      },
    }))
    const [query, documents] = await Promise.all([
      embedder.embedQuery('a'),
      embedder.embedDocuments(['b', 'c']),
    ])
    assert.deepEqual(env, {
      allowRemoteModels: false,
      allowLocalModels: true,
      localModelPath: folder,
    })
    const options = { pooling: 'mean', normalize: true }
    assert.deepEqual(calls, [
      ['feature-extraction', 'some-model', { local_files_only: true }],
      [['search_query: a'], options],
      [['search_document: b', 'search_document: c'], options],
    ])
    assert.deepEqual(query, normalise(wordVector('search_query: a'))!)
    assert.deepEqual(documents[1], normalise(wordVector('search_document: c'))!)
  })

  test('rejects a model with output of shape {dims} and length {length} for two texts')
    .with([
      { dims: [2, 384], length: 2 * 384, reason: /with 384 dimensions; 768 are required/ },
      { dims: [1, DIMENSIONS], length: 2 * DIMENSIONS, reason: /does not support text/ },
      { dims: [2, DIMENSIONS], length: DIMENSIONS, reason: /does not support text/ },
    ])
    .run(async ({ assert }, { dims, length, reason }) => {
      writeFileSync(join(folder, 'config.json'), '{}')
      const embedder = localModel(folder, async () => ({
        env: { allowRemoteModels: true, allowLocalModels: true, localModelPath: '' },
        pipeline: async () => async () => ({ dims, data: new Float32Array(length).fill(1) }),
      }))
      assert.match((await failureOf(embedder.embedDocuments(['x', 'y']))).message, reason)
    })
})

test.group('vectors', () => {
  test('are scaled to length 1, whatever their length', ({ assert }) => {
    for (const factor of [1e-30, 1, 1e30, 1e300])
      assert.closeTo(lengthOf(normalise([3 * factor, -4 * factor])!), 1, 1e-6)
    assert.deepEqual(normalise([3, -4]), Float32Array.from([0.6, -0.8]))
    assert.isNull(normalise([0, 0]))
  })
})

test.group('EMBEDDINGS_URL', () => {
  const rule = embeddingsUrl()

  test('accepts {$self}')
    .with([
      'http://127.0.0.1:8005',
      'https://api.example.com/v1',
      'inception+http://localhost:8005',
      'file:///models/embed',
    ])
    .run(({ assert }, text) => assert.equal(rule('EMBEDDINGS_URL', text), text))

  test('is undefined if it is not set', ({ assert }) => {
    assert.isUndefined(rule('EMBEDDINGS_URL', ''))
    assert.isUndefined(rule('EMBEDDINGS_URL'))
  })

  test('rejects {$self}')
    .with(['ftp://x', 'localhost:8005', 'file://host', 'inception+file:///x', 'http://', '/models'])
    .run(({ assert }, text) =>
      assert.throws(
        () => rule('EMBEDDINGS_URL', text),
        /^EMBEDDINGS_URL must start with http:\/\/, https:\/\/, inception\+http:\/\//
      )
    )

  test('rejects a password, and the error does not repeat it', ({ assert }) => {
    const refuse = () => rule('EMBEDDINGS_URL', 'https://me:hush@example.com/')
    assert.throws(
      refuse,
      'EMBEDDINGS_URL must not contain a user or password; set EMBEDDINGS_KEY for keys'
    )
  })
})
