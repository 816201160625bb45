/** Jobs of the fetch queue. Their data contains no credentials. */
import { withSource } from '#app/database/change_source'
import { defineJob } from '#app/jobs/define_job'
import { LANE_JOB, REMOVE_JOB } from './codes.js'

export const laneJob = defineJob<{ account: string; court: string }>({
  name: LANE_JOB,
  concurrency: 8,
  expireInSeconds: 1800,
  handler: async (lane, { app, signal, runner }) => {
    const { Lanes } = await import('./processing/lanes.js')
    const lanes = await app.container.make(Lanes)
    await withSource({ source: 'fetch' }, () => lanes.work(lane, { signal, runner }))
  },
})

/** Queues a job for requests that have none because a process died or a job failed too often. */
export const watchJob = defineJob({
  name: 'fetch.watch',
  cron: '* * * * *',
  singleton: true,
  handler: async (_, { app }) => {
    const { Lanes } = await import('./processing/lanes.js')
    const lanes = await app.container.make(Lanes)
    await lanes.sendStuck()
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
    const { PurchasePruner } = await import('./processing/prune.js')
    const pruner = await app.container.make(PurchasePruner)
    await pruner.prune(signal)
  },
})

export default [laneJob, watchJob, removeJob, pruneJob]
