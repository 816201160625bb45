/**
 * What a server does without being asked: jobs, followers of the change log,
 * search indexes and vectors of texts.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { Followers } from '#app/events/followers'
import { keepFollowers } from '#app/events/keep_followers'
import { Jobs } from '#app/jobs/jobs'
import { keepIndexes } from '#app/search/indexer/keep_indexes'
import { Embeddings } from '#app/search/semantic/embeddings_service'

/** Runs jobs in this process until the application ends. */
export async function runJobs({ container }: ApplicationService): Promise<void> {
  await (await container.make(Jobs)).work()
}

export { keepFollowers }

/** Has this process keep indexes and vectors, or stand by for the one that does. */
export async function keepSearch(app: ApplicationService): Promise<void> {
  await keepIndexes(app)
  const { following, queues } = await app.container.make(Embeddings)
  if (queues.length) await (await app.container.make(Followers)).follow(following)
}
