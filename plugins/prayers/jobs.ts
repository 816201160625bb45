import { defineJob } from '#app/jobs/define_job'

export const checkAvailability = defineJob<{ prayer: string }>({
  name: 'prayers.check_availability',
  handler: async ({ prayer }, { app }) => {
    const { checkPrayer } = await import('./processing/check_availability.js')
    const { CourtSystem, courtCheck } = await import('#plugins/fetch/public')
    const check = courtCheck(await app.container.make(CourtSystem))
    await checkPrayer(await app.container.make('lucid.db'), prayer, check)
  },
})

export const notifyGranted = defineJob<{ document: string }>({
  name: 'prayers.tell_granted',
  concurrency: 2,
  handler: async ({ document }, { app, signal }) => {
    const { notifyNextGranted } = await import('./processing/notify_granted.js')
    const database = await app.container.make('lucid.db')
    while (await notifyNextGranted(database, document)) signal.throwIfAborted()
  },
})

export default [checkAvailability, notifyGranted]
