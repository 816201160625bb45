import type { ApplicationService } from '@adonisjs/core/types'
import type { Embeddings } from '#app/search/semantic/embeddings_service'
import type { QueryVectors } from '#app/search/semantic/query_vectors'

declare module '@adonisjs/core/types' {
  interface ContainerBindings {
    'curia.embeddings': Embeddings
    'curia.queryVectors': QueryVectors
  }
}

/** Vectors of texts and of questions: made when first wanted. */
export default class EmbeddingsProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton('curia.embeddings', async () => {
      const { settings } = await import('#start/env')
      const { openEmbedder } = await import('#app/search/embeddings/open_embedder')
      const { embeddedTexts } = await import('#app/search/semantic/embedded_texts')
      const { Embeddings: Service } = await import('#app/search/semantic/embeddings_service')
      const { searchIndexes: indexes, searchTypes } = await container.make('curia.plugins')
      return new Service({
        database: await container.make('lucid.db'),
        connection: (await container.make('curia.database')).connection,
        indexes,
        texts: embeddedTexts(indexes, searchTypes),
        embedder: openEmbedder(settings),
        jobs: await container.make('curia.jobs'),
      })
    })
    container.singleton('curia.queryVectors', async () => {
      const { QueryVectors: Vectors } = await import('#app/search/semantic/query_vectors')
      const { embedder } = await container.make('curia.embeddings')
      return new Vectors(embedder, await container.make('logger'))
    })
  }
}

/** Has this process note which texts are to be embedded, or stand by for the one that does. */
export async function keepEmbeddings({ container }: ApplicationService): Promise<void> {
  const { following, queues } = await container.make('curia.embeddings')
  if (queues.length) await (await container.make('curia.followers')).follow(following)
}
