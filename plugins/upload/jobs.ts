/** Jobs of the upload queue. */
import { withSource } from '#app/database/change_source'
import { defineJob } from '#app/jobs/define_job'

export const processJob = defineJob<{ upload: string }>({
  name: 'upload.process',
  concurrency: 2,
  expireInSeconds: 1800,
  handler: async ({ upload }, { app }) => {
    const { UploadProcessor } = await import('./processing/process_upload.js')
    const processor = await app.container.make(UploadProcessor)
    await withSource({ source: 'upload' }, () => processor.process(Number(upload)))
  },
})

export const removeJob = defineJob<{ paths: string[] }>({
  name: 'upload.remove_files',
  handler: async ({ paths }, { app }) => {
    const { removeFile } = await import('#app/storage/saved_file')
    const disk = (await app.container.make('drive.manager')).use()
    for (const path of paths) await removeFile(disk, path)
  },
})

export const pruneJob = defineJob({
  name: 'upload.prune',
  cron: '40 3 * * *',
  singleton: true,
  handler: async (_, { app, signal }) => {
    const { UploadPruner } = await import('./processing/prune_uploads.js')
    await (await app.container.make(UploadPruner)).prune(signal)
  },
})

export default [processJob, removeJob, pruneJob]
