/** Jobs of court emails and feeds. */
import { withSource } from '#app/database/change_source'
import { defineJob } from '#app/jobs/define_job'
import { processNoticeJob, removeFilesJob } from './files.js'
import settings from './settings.js'

const processJob = defineJob<{ notice: string }>({
  name: processNoticeJob,
  concurrency: 2,
  expireInSeconds: 1800,
  handler: async ({ notice }, { app, signal }) => {
    const { NoticeProcessor } = await import('./processing/process_notice.js')
    const processor = await app.container.make(NoticeProcessor)
    await withSource({ source: 'notice' }, () => processor.process(Number(notice), signal))
  },
})

const removeJob = defineJob<{ paths: string[] }>({
  name: removeFilesJob,
  handler: async ({ paths }, { app }) => {
    const { removeFile } = await import('#app/storage/saved_file')
    const disk = (await app.container.make('drive.manager')).use()
    for (const path of paths) await removeFile(disk, path)
  },
})

const pruneJob = defineJob({
  name: 'court_notices.prune',
  cron: '50 3 * * *',
  singleton: true,
  handler: async (_, { app, signal }) => {
    const { NoticePruner } = await import('./processing/prune.js')
    const pruner = await app.container.make(NoticePruner)
    await pruner.prune(signal)
  },
})

const feedsJob = defineJob({
  name: 'court_notices.read_feeds',
  // Without a cron schedule, the job never wakes the server.
  ...(settings.feedTimes && { cron: settings.feedTimes }),
  singleton: true,
  // Failed feeds are read again at the next scheduled time.
  retryLimit: 0,
  expireInSeconds: 7200,
  handler: async (_, { app, signal }) => {
    const { FeedReader } = await import('./read_feeds.js')
    const feeds = await app.container.make(FeedReader)
    await withSource({ source: 'notice' }, () => feeds.read({ signal }))
  },
})

export default [processJob, removeJob, pruneJob, feedsJob]
