import type { ApplicationService } from '@adonisjs/core/types'
import { Indexer } from './indexer.js'
import { Consumers } from '#app/events/consumers'

/** Starts the indexer, or stands by for the leader, until the application ends. */
export async function startIndexer({ container }: ApplicationService): Promise<void> {
  const indexer = await container.make(Indexer)
  await indexer.start(await container.make(Consumers))
}
