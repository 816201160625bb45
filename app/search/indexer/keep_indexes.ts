import type { ApplicationService } from '@adonisjs/core/types'
import { Indexer } from './indexer.js'
import { Followers } from '#app/events/followers'

/** Has this process keep the indexes, or stand by for the one that does; until the application ends. */
export async function keepIndexes({ container }: ApplicationService): Promise<void> {
  const indexer = await container.make(Indexer)
  await indexer.follow(await container.make(Followers))
}
