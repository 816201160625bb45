/**
 * Background work of a server: jobs, consumers of the change log, search indexes, and vectors.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { Consumers, startConsumers } from '#app/events/consumers'
import { Jobs } from '#app/jobs/jobs'
import { startIndexer } from '#app/search/indexer/start_indexer'
import { Embeddings } from '#app/search/semantic/embeddings_service'

/** Runs jobs in this process until the application stops. */
export async function runJobs({ container }: ApplicationService): Promise<void> {
  await (await container.make(Jobs)).work()
}

export { startConsumers }

/** Starts the consumers that update indexes and vectors, or waits as a standby. */
export async function startSearchConsumers(app: ApplicationService): Promise<void> {
  await startIndexer(app)
  const embeddings = await app.container.make(Embeddings)
  if (!embeddings.queues.length) return
  await (await app.container.make(Consumers)).start(embeddings.consumer)
  await embeddings.queueMissing()
}
