import type { ApplicationService } from '@adonisjs/core/types'
import { rememberCourts } from './changed_courts.js'
import { CONSUMER } from './consumer.js'
import { ChangeLog } from '#app/events/change_log'

/** What changes from now on counts, also when nothing follows it for some days. */
export default async function initializePosition({ container }: ApplicationService): Promise<void> {
  const log = await container.make(ChangeLog)
  if ((await log.positionOf(CONSUMER)) !== null) return
  const start = await log.now()
  await rememberCourts(await container.make('lucid.db'))
  await log.savePosition(CONSUMER, start)
}
