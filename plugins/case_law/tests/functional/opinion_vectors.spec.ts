/** Opinions get vectors from an embedding service, and the index includes them. */
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Reader } from '#app/database/reader'
import { EmbeddingFailed, normalise } from '#app/search_engine/embeddings/embedder'
import { openAiStyle } from '#app/search_engine/embeddings/open_embedder'
import { ChunkTexts } from '#app/search/semantic/semantic_page'
import { embeddedTexts } from '#app/search/semantic/embedding_queue'
import { Embeddings, EmbeddingUnderWay } from '#app/search/semantic/embeddings_service'
import { fromBytes } from '#app/search_engine/semantic/vector_bytes'
import {
  standardAnswer,
  startEmbeddingService,
  wordVector,
  type EmbeddingService,
} from '#tests/helpers/embedding_service'
import { useScratchIndex } from '#tests/helpers/scratch_index'
import { takesMinutes } from '#tests/helpers/long_tests'
import { PluginHost } from '#core/plugin_host'

const CASES = `
  INSERT INTO courts (id, position, short_name, full_name, citation_string, jurisdiction) VALUES
    ('ca9', 2, 'Ninth Circuit', 'Court of Appeals for the Ninth Circuit', '9th Cir.', 'F');
  INSERT INTO dockets (id, source, court_id, docket_number) VALUES (1, 2, 'ca9', '92-1001');
  INSERT INTO opinion_clusters (id, docket_id, case_name, date_filed, precedential_status) VALUES
    (11, 1, 'Alder v. Birch', '1994-02-01', 'Published'), (12, 1, 'Cedar v. Dogwood', '1995-02-01', 'Published')`

/** A sentence with the given number of words. */
function sentence(word: string, count: number): string {
  return `The ${`${word} `.repeat(count)}end.`
}

const LONG = sentence('alder', 120)
const TWO_CHUNKS = [sentence('birch', 200), sentence('cedar', 200), sentence('dogwood', 200)]

test.group('opinion vectors', (group) => {
  takesMinutes(group)
  const archive = useScratchIndex(group, 'opinions')
  let service: EmbeddingService
  let sent: string[]

  group.each.setup(async () => {
    service = await startEmbeddingService()
    sent = []
    await archive.sql(CASES)
    await addOpinion(101, LONG)
    await archive.sql(
      `INSERT INTO opinions (id, cluster_id, type, html) VALUES (102, 12, '010combined', $1)`,
      [`<p>${TWO_CHUNKS.join(' ')}</p>`]
    )
    await addOpinion(103, 'Affirmed.')
    return () => service.close()
  })

  const addOpinion = (id: number, text: string) =>
    archive.sql(
      `INSERT INTO opinions (id, cluster_id, type, plain_text) VALUES ($1, 11, '020lead', $2)`,
      [id, text]
    )
  const jobs = {
    send: async (_: unknown, name: string) => {
      sent.push(name)
      return name
    },
  }
  async function vectorsOfArchive(options: { model?: string; provider?: boolean } = {}) {
    const { searchIndexes: indexes, searchTypes } = await app.container.make(PluginHost)
    const { model = 'first', provider = true } = options
    return new Embeddings({
      database: archive.scratch.lucid as never,
      connection: archive.scratch.connection,
      indexes,
      texts: embeddedTexts(indexes, searchTypes),
      embedder: provider ? openAiStyle({ url: new URL(service.url), key: null, model }) : null,
      jobs,
    })
  }
  async function embed(embeddings: Embeddings) {
    const [queue] = embeddings.queues
    return embeddings.embed(queue!, embeddings.embedder!, { signal: new AbortController().signal })
  }
  async function embedAll(embeddings: Embeddings) {
    await embeddings.queues[0]!.addMissing(embeddings.embedder!.model)
    return embed(embeddings)
  }
  const chunks = async () =>
    (await archive.sql('SELECT key, chunk, text, vector FROM search_chunks ORDER BY key, chunk'))
      .rows
  const texts = () => service.seen.flatMap(({ body }) => body.input as string[])
  const counts = (given: object) => ({
    texts: 0,
    chunks: 0,
    short: 0,
    unchanged: 0,
    refused: 0,
    ...given,
  })

  test('are created once per chunk', async ({ assert }) => {
    const embeddings = await vectorsOfArchive()
    const run = await embedAll(embeddings)
    assert.deepEqual(run, { counts: counts({ texts: 3, chunks: 3, short: 1 }), finished: true })
    const expected: [string, number, string][] = [
      ['101', 1, LONG],
      ['102', 1, `${TWO_CHUNKS[0]} ${TWO_CHUNKS[1]}`],
      ['102', 2, TWO_CHUNKS[2]!],
    ]
    const found = await chunks()
    assert.deepEqual(
      found.map(({ key, chunk, text }) => [key, chunk, text]),
      expected
    )
    for (const { text, vector } of found)
      assert.deepEqual(fromBytes(vector), normalise(wordVector(`search_document: ${text}`))!)

    service.seen.length = 0
    const again = await embedAll(embeddings)
    assert.deepEqual(again.counts, counts({}))
    assert.isEmpty(service.seen)
  })

  test('are recreated for another model', async ({ assert }) => {
    await embedAll(await vectorsOfArchive())
    service.seen.length = 0
    const { counts: made } = await embedAll(await vectorsOfArchive({ model: 'second' }))
    assert.deepEqual(made, counts({ texts: 3, chunks: 3, short: 1 }))
    assert.lengthOf(texts(), 3)
    assert.lengthOf(await chunks(), 3)
  })

  test('follow changed, deleted, and new texts, and changes by other processes', async ({
    assert,
  }) => {
    const embeddings = await vectorsOfArchive()
    await embedAll(embeddings)
    const consumer = await archive.start(embeddings.consumer)
    while ((await archive.log.findConsumerPosition('search.embeddings')) === null) await sleep(20)
    await embed(embeddings)
    service.seen.length = 0
    sent.length = 0

    const changed = sentence('elm', 120)
    await archive.sql('UPDATE opinions SET plain_text = $1 WHERE id = 101', [changed])
    await archive.sql('DELETE FROM opinions WHERE id = 102')
    await archive.sql(`UPDATE opinions SET author_str = 'Canby' WHERE id = 103`)
    await addOpinion(104, sentence('fir', 120))
    const [queue] = embeddings.queues
    while ((await queue!.waiting()) < 3) {
      consumer.wake()
      await sleep(20)
    }
    assert.include(sent, 'curia.embed_texts')
    const { counts: made } = await embed(embeddings)
    assert.deepEqual(made, counts({ texts: 3, chunks: 2, unchanged: 1 }))
    assert.deepEqual(
      (await chunks()).map(({ key, text }) => [key, text]),
      [
        ['101', changed],
        ['104', sentence('fir', 120)],
      ]
    )
    assert.sameMembers(texts(), [
      `search_document: ${changed}`,
      `search_document: ${sentence('fir', 120)}`,
    ])
  })

  test('without a provider, only existing vectors are maintained', async ({ assert }) => {
    await embedAll(await vectorsOfArchive())
    const embeddings = await vectorsOfArchive({ provider: false })
    const consumer = await archive.start(embeddings.consumer)
    while ((await archive.log.findConsumerPosition('search.embeddings')) === null) await sleep(20)
    await archive.sql('DELETE FROM search_to_embed')
    await addOpinion(104, LONG)
    await archive.sql(`UPDATE opinions SET plain_text = 'x' WHERE id = 101`)
    await archive.sql('DELETE FROM opinions WHERE id = 102')
    while ((await chunks()).some(({ key }) => key === '102')) {
      consumer.wake()
      await sleep(20)
    }
    const { rows } = await archive.sql('SELECT key FROM search_to_embed')
    assert.deepEqual(rows, [{ key: '101' }])
    assert.isEmpty(sent)
  })

  test('a text that changes during embedding is embedded again', async ({ assert }) => {
    const embeddings = await vectorsOfArchive()
    const [queue] = embeddings.queues
    await queue!.addMissing('first')
    let change: Promise<unknown> = Promise.resolve()
    service.answer = ({ body }) => {
      if (!body.input[0].includes('alder')) return false
      service.answer = () => false
      change = archive
        .sql('UPDATE opinions SET plain_text = $1 WHERE id = 101', [sentence('elm', 120)])
        .then(() => queue!.addChanged(archive.scratch.lucid, [[101, 101]], true))
      return false
    }
    const signal = new AbortController().signal
    const before = queue!.done
    queue!.done = async (...done) => {
      await change
      return before.apply(queue, done)
    }
    await embeddings.embed(queue!, embeddings.embedder!, { signal })
    const [first] = await chunks()
    assert.equal(first.text, sentence('elm', 120))
    assert.equal(await queue!.waiting(), 0)
  })

  test('the next run resumes after a provider failure', async ({ assert }) => {
    const embeddings = await vectorsOfArchive()
    service.answer = (_, response) => {
      response.writeHead(503)
      response.end('busy')
      return true
    }
    await assert.rejects(() => embedAll(embeddings), EmbeddingFailed)
    assert.isEmpty(await chunks())
    service.answer = () => false
    const { counts: made } = await embed(embeddings)
    assert.deepEqual(made, counts({ texts: 3, chunks: 3, short: 1 }))
  })

  test('a text that the provider rejects does not block the others', async ({ assert }) => {
    const embeddings = await vectorsOfArchive()
    service.answer = ({ body }, response) => {
      if (!body.input.some((text: string) => text.includes('alder'))) return false
      response.writeHead(400)
      response.end('no trees')
      return true
    }
    const { counts: made, finished } = await embedAll(embeddings)
    assert.isTrue(finished)
    assert.deepEqual(made, counts({ texts: 3, chunks: 2, short: 1, refused: 1 }))
    const { rows } = await archive.sql('SELECT key, error FROM search_to_embed')
    assert.lengthOf(rows, 1)
    assert.match(rows[0].error, /returned 400: no trees/)
    assert.deepEqual((await embedAll(embeddings)).counts, counts({}))

    service.answer = () => false
    await embeddings.queues[0]!.retryRefused()
    assert.deepEqual((await embed(embeddings)).counts, counts({ texts: 1, chunks: 1 }))
  })

  test('one process at a time embeds', async ({ assert }) => {
    const embeddings = await vectorsOfArchive()
    let second: Promise<unknown> | undefined
    service.answer = (request, response) => {
      if (second) return false
      second = embed(embeddings)
      // The first process is still running when the second ends.
      const answer = () => response.end(JSON.stringify(standardAnswer(request)))
      second.then(answer, answer)
      return true
    }
    await embedAll(embeddings)
    await assert.rejects(() => second as never, EmbeddingUnderWay)
  })

  test('are added to the index and to a rebuilt index', async ({ assert }) => {
    await archive.rebuild()
    await archive.follow()
    await archive.caughtUp()
    assert.equal(archive.engine.vectors.size, 0)

    await embedAll(await vectorsOfArchive())
    await archive.caughtUp()
    const lengths = () => Array.from(archive.engine.vectors, ([key, { length }]) => [key, length])
    const expected = [
      [101, 1],
      [102, 2],
      [103, 0],
    ]
    assert.sameDeepMembers(lengths(), expected)
    const [{ vector }] = await chunks()
    assert.deepEqual(archive.engine.vectors.get(101)![0], fromBytes(vector))

    service.seen.length = 0
    archive.engine.vectors.clear()
    await archive.rebuild()
    assert.sameDeepMembers(lengths(), expected)
    assert.isEmpty(service.seen)
  })

  test('chunks are shown only if they match the current text', async ({ assert, cleanup }) => {
    const embeddings = await vectorsOfArchive()
    await embedAll(embeddings)
    const { connection } = archive.scratch
    const reader = new Reader(connection, { statementTimeout: 5000, connections: 1 })
    cleanup(() => reader.close())
    const shown = new ChunkTexts(reader, embeddings.services.texts[0]!)
    const wanted = [
      { key: 101, chunk: 1 },
      { key: 102, chunk: 2 },
      { key: 102, chunk: 3 },
    ]
    const before = await shown.read(wanted)
    assert.deepEqual(
      wanted.map((chunk) => before(chunk)),
      [LONG, TWO_CHUNKS[2], undefined]
    )
    await archive.sql(`UPDATE opinions SET plain_text = 'Redacted.' WHERE id = 101`)
    const after = await shown.read(wanted)
    assert.deepEqual(
      wanted.map((chunk) => after(chunk)),
      [undefined, TWO_CHUNKS[2], undefined]
    )
    assert.isUndefined((await shown.read([]))(wanted[0]!))
  })
})
