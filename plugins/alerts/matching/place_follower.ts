import type { ApplicationService } from '@adonisjs/core/types'
import { FOLLOWER } from './follower.js'

/** What changes from now on counts, also when nothing follows it for some days. */
export default async function placeFollower({ container }: ApplicationService): Promise<void> {
  const log = await container.make('curia.changes')
  if ((await log.positionOf(FOLLOWER)) === null) await log.savePosition(FOLLOWER, await log.now())
}
