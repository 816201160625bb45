import type { ApplicationService } from '@adonisjs/core/types'
import { rememberCourts } from './changed_courts.js'
import { CONSUMER } from './consumer.js'
import { ChangeLog } from '#app/events/change_log'

/** Stores the initial position, so that later changes are matched even if no consumer runs for days. */
export default async function initializePosition({ container }: ApplicationService): Promise<void> {
  const log = await container.make(ChangeLog)
  if ((await log.findConsumerPosition(CONSUMER)) !== null) return
  const start = await log.now()
  await rememberCourts(await container.make('lucid.db'))
  await log.savePosition(CONSUMER, start)
}
