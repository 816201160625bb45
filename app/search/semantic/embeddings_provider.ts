import type { ApplicationService } from '@adonisjs/core/types'
import type { Embeddings } from './embeddings_service.js'
import type { QueryVectors } from './query_vectors.js'

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
      const { openEmbedder } = await import('../embeddings/open_embedder.js')
      const { embeddedTexts } = await import('./embedded_texts.js')
      const { Embeddings: Service } = await import('./embeddings_service.js')
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
      const { QueryVectors: Vectors } = await import('./query_vectors.js')
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
