import type { ApplicationService } from '@adonisjs/core/types'

/** Has this process keep the indexes, or stand by for the one that does; until the application ends. */
export async function keepIndexes({ container }: ApplicationService): Promise<void> {
  const indexer = await container.make('curia.indexer')
  await indexer.follow(await container.make('curia.followers'))
}
