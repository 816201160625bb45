/** Jobs of the fetch queue. Their data names rows and courts, and no credentials. */
import { defineJob } from '#app/jobs/define_job'
import { LANE_JOB, REMOVE_JOB } from './codes.js'

export const laneJob = defineJob<{ account: string; court: string }>({
  name: LANE_JOB,
  concurrency: 8,
  expireInSeconds: 1800,
  handler: async (lane, context) => {
    const { workLane } = await import('./processing/lanes.js')
    await workLane(lane, context)
  },
})

/** What waits and has no job: its process died, or its job failed too often. */
export const watchJob = defineJob({
  name: 'fetch.watch',
  cron: '* * * * *',
  singleton: true,
  handler: async (_, { app }) => {
    const { sendStuck } = await import('./processing/lanes.js')
    await sendStuck(app)
  },
})

export const removeJob = defineJob<{ paths: string[] }>({
  name: REMOVE_JOB,
  handler: async ({ paths }, { app }) => {
    const { removeFile } = await import('#app/storage/saved_file')
    const disk = (await app.container.make('drive.manager')).use()
    for (const path of paths) await removeFile(disk, path)
  },
})

export const pruneJob = defineJob({
  name: 'fetch.prune',
  cron: '50 3 * * *',
  singleton: true,
  handler: async (_, { app, signal }) => {
    const { prunePurchases } = await import('./processing/prune.js')
    await prunePurchases(app, signal)
  },
})

export default [laneJob, watchJob, removeJob, pruneJob]
