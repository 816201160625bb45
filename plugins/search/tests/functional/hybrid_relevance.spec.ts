/** Ranking of the search page and the `search` tool, which also find decisions by their meaning. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Reader } from '#app/database/reader'
import { OpenDatabase } from '#app/database/connection'
import { readSearch } from '#app/search/request/search_request'
import { SearchService } from '#app/search/search_service'
import { ArchiveModel } from '#app/search/semantic/archive_model'
import { embeddedTexts } from '#app/search/semantic/embedding_queue'
import { Embeddings } from '#app/search/semantic/embeddings_service'
import { QueryVectors } from '#app/search/semantic/semantic_finder'
import { builtInModel } from '#app/search_engine/embeddings/built_in_model'
import { PluginHost } from '#core/plugin_host'
import { searchServices } from '#plugins/search/services'
import { buildIndex, searchReady } from '#tests/helpers/search_indexes'
import { takesMinutes } from '#tests/helpers/long_tests'
import { rankSuite } from '../suite_questions.js'

/** Least mean reciprocal rank by kind, for each half. */
const FLOORS: Record<string, number> = {
  citation: 0.99,
  number: 0.99,
  name: 0.86,
  doctrine: 0.87,
  facts: 0.9,
  holding: 0.77,
  everyday: 0.79,
}

test.group('relevance of questions, with the built-in model', (group) => {
  takesMinutes(group)
  let service: SearchService

  group.setup(async () => {
    await searchReady()
    const { searchIndexes: indexes, searchTypes } = await app.container.make(PluginHost)
    const database = await app.container.make('lucid.db')
    const reader = await app.container.make(Reader)
    const embedder = builtInModel()
    const texts = embeddedTexts(indexes, searchTypes)
    const embeddings = new Embeddings({
      ...{ database, indexes, texts, embedder },
      connection: (await app.container.make(OpenDatabase)).connection,
      jobs: { send: async () => null },
    })
    const [queue] = embeddings.queues
    await queue!.addMissing(embedder.model)
    await embeddings.embed(queue!, embedder, { signal: new AbortController().signal })
    await buildIndex('opinions')
    const { engine } = (await searchServices(app)).service
    service = new SearchService(engine, reader, {
      vectors: new QueryVectors(embedder, { warn() {} }),
      archiveModels: new Map([['opinions', new ArchiveModel(reader, 'opinions', embedder)]]),
    })
    return async () => {
      await database.rawQuery('TRUNCATE search_embedded, search_to_embed, search_chunks')
      await buildIndex('opinions')
    }
  })

  test('half {$self}')
    .with(['A', 'B'])
    .run(async ({ assert }, half) => {
      const { declarations, context } = await searchServices(app)
      const means = await rankSuite(half, async (q) => {
        const given = new Map([
          ['q', [q]],
          ['stat_all', ['on']],
        ])
        const request = readSearch(given, declarations, {
          strict: true,
          context: await context(q),
        })
        const options = { count: true, deadline: 10_000, partial: true }
        const { results } = await service.page(request, options)
        return results.map(({ cluster_id }) => cluster_id as number)
      })
      for (const [kind, mean] of means) console.log(`${mean.toFixed(3)} ${kind}, half ${half}`)
      assert.sameMembers([...means.keys()], Object.keys(FLOORS))
      for (const [kind, mean] of means)
        assert.isAtLeast(mean, FLOORS[kind]!, `${kind} in half ${half}`)
    })
    .timeout(600_000)
})
