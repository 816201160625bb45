import type { ApplicationService } from '@adonisjs/core/types'
import { Indexer } from './indexer.js'
import { Consumers } from '#app/events/consumers'

/** Runs the indexer as leader or standby until the application ends. */
export async function startIndexer({ container }: ApplicationService): Promise<void> {
  const indexer = await container.make(Indexer)
  await indexer.start(await container.make(Consumers))
}
