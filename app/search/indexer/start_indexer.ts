import type { ApplicationService } from '@adonisjs/core/types'
import { Indexer } from './indexer.js'
import { Consumers } from '#app/events/consumers'

/** Has this process keep the indexes, or stand by for the one that does; until the application ends. */
export async function startIndexer({ container }: ApplicationService): Promise<void> {
  const indexer = await container.make(Indexer)
  await indexer.start(await container.make(Consumers))
}
