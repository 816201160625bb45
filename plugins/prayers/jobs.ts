/**
 * Jobs of prayers.
 */
import { defineJob } from '#app/jobs/define_job'

export const checkAvailability = defineJob<{ prayer: string }>({
  name: 'prayers.check_availability',
  handler: async ({ prayer }, { app }) => {
    const { checkPrayer } = await import('./availability/check_availability.js')
    const { CourtSystem, courtCheck } = await import('#plugins/fetch/public')
    await checkPrayer(app, prayer, courtCheck(await app.container.make(CourtSystem)))
  },
})

export const tellGranted = defineJob<{ document: string }>({
  name: 'prayers.tell_granted',
  concurrency: 2,
  handler: async ({ document }, { app, signal }) => {
    const { notifyNextGranted } = await import('./grants/tell_granted.js')
    const database = await app.container.make('lucid.db')
    while (await notifyNextGranted(database, document)) signal.throwIfAborted()
  },
})

export default [checkAvailability, tellGranted]
