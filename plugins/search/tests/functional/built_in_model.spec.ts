/** The built-in model embeds an archive without a command, and finds decisions in other words. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Reader } from '#app/database/reader'
import { ALL } from '#app/search_engine/query/tree'
import { builtInModel } from '#app/search_engine/embeddings/built_in_model'
import { BUILT_IN_MODEL, hasDimensions } from '#app/search_engine/embeddings/models'
import { fromBytes } from '#app/search_engine/semantic/vector_bytes'
import { ArchiveModel } from '#app/search/semantic/archive_model'
import { embeddedTexts } from '#app/search/semantic/embedding_queue'
import { Embeddings } from '#app/search/semantic/embeddings_service'
import { findByMeaning } from '#app/search/semantic/semantic_finder'
import type { SemanticType } from '#app/search/semantic/semantic_request'
import { FindingEngine } from '#tests/helpers/finding_engine'
import { useScratchIndex } from '#tests/helpers/scratch_index'
import { PluginHost } from '#core/plugin_host'
import type { SearchEngine } from '#app/search_engine/engine'

const PADDING =
  'The appellant timely filed a notice of appeal, and the parties have submitted briefs. '.repeat(2)
const TEXTS = [
  'Police officers may search the passenger compartment of a vehicle without a warrant only if the arrestee is within reach of it. The officers had locked the driver in the patrol car, so the search was unreasonable. ',
  'A landlord must return the deposit within thirty days after the tenant leaves, with a list of deductions for damage to the apartment. The landlord kept the deposit for six months without any list. ',
  'The school district assigned children to schools by their race. Separate schools are inherently unequal, and the district must admit all children without regard to race. ',
]
const QUESTIONS = [
  'can the cops go through my car after they arrest me',
  'renter wants money back from the owner of the flat',
  'segregation of Black pupils',
]

test.group('the built-in model', (group) => {
  const archive = useScratchIndex(group, 'opinions')

  test('embeds an archive without vectors, and again after another model', async ({ assert }) => {
    await archive.sql(`
      INSERT INTO courts (id, position, short_name, full_name, citation_string, jurisdiction) VALUES
        ('ca9', 2, 'Ninth Circuit', 'Court of Appeals for the Ninth Circuit', '9th Cir.', 'F');
      INSERT INTO dockets (id, source, court_id, docket_number) VALUES (1, 2, 'ca9', '92-1001');
      INSERT INTO opinion_clusters (id, docket_id, case_name, date_filed, precedential_status)
        SELECT number, 1, 'Alder v. Birch', '1994-02-01', 'Published' FROM generate_series(10, 12) number`)
    for (const [at, text] of TEXTS.entries())
      await archive.sql(
        `INSERT INTO opinions (id, cluster_id, type, html) VALUES ($1, $2, '020lead', $3)`,
        [100 + at, 10 + at, `<p>${text}${PADDING}${text}</p>`]
      )
    const sent: string[] = []
    const { searchIndexes: indexes, searchTypes } = await app.container.make(PluginHost)
    const embedder = builtInModel()
    const embeddings = new Embeddings({
      database: archive.scratch.lucid as never,
      connection: archive.scratch.connection,
      indexes,
      texts: embeddedTexts(indexes, searchTypes),
      embedder,
      jobs: { send: async (_, name) => (sent.push(name), name) },
    })
    const reader = new Reader(archive.scratch.connection, {
      statementTimeout: 5000,
      connections: 1,
    })
    const [queue] = embeddings.queues
    const signal = new AbortController().signal
    try {
      assert.isFalse(await new ArchiveModel(reader, 'opinions', embedder).isComplete())
      await embeddings.queueMissing()
      assert.deepEqual(sent, ['curia.embed_texts'])
      const { counts } = await embeddings.embed(queue!, embedder, { signal })
      assert.equal(counts.texts, TEXTS.length)
      assert.isAtLeast(counts.chunks, TEXTS.length)
      assert.isTrue(await new ArchiveModel(reader, 'opinions', embedder).isComplete())

      const { rows } = await archive.sql(
        'SELECT key::int, model, vector FROM search_chunks JOIN search_embedded USING (index_name, key) ORDER BY key, chunk'
      )
      assert.isTrue(rows.every(({ model }) => model === BUILT_IN_MODEL))
      assert.isTrue(rows.every(({ vector }) => hasDimensions(fromBytes(vector), 512)))
      await archive.sql(
        `UPDATE opinion_clusters SET syllabus = 'A tenant may recover a deposit.' WHERE id = 11`
      )
      const { lucid } = archive.scratch
      assert.isTrue(await queue!.addChangedSummaries(lucid, [[10, 12]]))
      await embeddings.embed(queue!, embedder, { signal })
      const first = await archive.sql('SELECT key::int, text FROM search_chunks WHERE chunk = 1')
      assert.equal(
        first.rows.find(({ key }) => key === 101).text,
        'A tenant may recover a deposit.'
      )
      assert.isFalse(await queue!.addChangedSummaries(lucid, [[10, 12]]))
      assert.equal(await queue!.waiting(), 0)

      const engine = new FindingEngine(
        TEXTS.map((_, at) => ({
          key: 10 + at,
          fields: {},
          children: [
            {
              key: 100 + at,
              text: '',
              vectors: rows
                .filter(({ key }) => key === 100 + at)
                .map(({ vector }) => fromBytes(vector)),
            },
          ],
        })),
        { parent: 'cluster_id', child: 'id' }
      ) as unknown as SearchEngine
      const find = async (question: string) => {
        const archiveModel = new ArchiveModel(reader, 'opinions', embedder)
        const { hits } = await findByMeaning(engine, {
          type: searchTypes.find(({ code }) => code === 'o') as SemanticType,
          vector: await embedder.embedQuery(question),
          atLeast: await archiveModel.atLeast(),
          comparable: (keys) => archiveModel.select(keys),
          phrases: null,
          filter: ALL,
          order: { by: 'score' },
          scoring: { today: '2026-01-01' },
          size: 20,
          children: 20,
          count: true,
          deadline: 5000,
        })
        return hits.map(({ key }) => key)
      }
      for (const [at, question] of QUESTIONS.entries())
        assert.equal((await find(question))[0], 10 + at, question)

      sent.length = 0
      await embeddings.queueMissing()
      assert.isEmpty(sent)
      await archive.sql(`UPDATE search_embedded SET model = 'another' WHERE key = 100`)
      assert.notInclude(await find(QUESTIONS[0]!), 10)
      await embeddings.queueMissing()
      assert.deepEqual(sent, ['curia.embed_texts'])
      assert.equal(await queue!.waiting(), 1)
    } finally {
      await reader.close()
    }
  }).timeout(120_000)
})
