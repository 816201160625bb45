/** Jobs that export the archive and its changes at the times of the settings. */
import { defineJob, type JobContext } from '#app/jobs/define_job'
import settings from '../settings.js'

const RULES = { singleton: true, expireInSeconds: 86_400 }

const exportJob = defineJob({
  name: 'bulk_data.export',
  // Without a cron schedule, the job never wakes the server.
  ...(settings.times && { cron: settings.times }),
  ...RULES,
  handler: (_, context) => writeNext(context, false),
})

const incrementJob = defineJob({
  name: 'bulk_data.export_changes',
  ...(settings.incrementTimes && { cron: settings.incrementTimes }),
  ...RULES,
  handler: (_, context) => writeNext(context, true),
})

async function writeNext({ app, signal }: JobContext, increment: boolean): Promise<void> {
  const { ArchiveExports } = await import('./archive_exports.js')
  const exports = await app.container.make(ArchiveExports)
  await exports.writeNext(signal, { increment })
}

export default [exportJob, incrementJob]
