import type { ApplicationService } from '@adonisjs/core/types'
import { rememberCourts } from './changed_courts.js'
import { FOLLOWER } from './follower.js'
import { ChangeLog } from '#app/events/change_log'

/** What changes from now on counts, also when nothing follows it for some days. */
export default async function placeFollower({ container }: ApplicationService): Promise<void> {
  const log = await container.make(ChangeLog)
  if ((await log.positionOf(FOLLOWER)) !== null) return
  const start = await log.now()
  await rememberCourts(await container.make('lucid.db'))
  await log.savePosition(FOLLOWER, start)
}
