import type { ApplicationService } from '@adonisjs/core/types'
import { rememberCourts } from './changed_courts.js'
import { FOLLOWER } from './follower.js'

/** What changes from now on counts, also when nothing follows it for some days. */
export default async function placeFollower({ container }: ApplicationService): Promise<void> {
  const log = await container.make('curia.changes')
  if ((await log.positionOf(FOLLOWER)) !== null) return
  const start = await log.now()
  await rememberCourts(await container.make('lucid.db'))
  await log.savePosition(FOLLOWER, start)
}
