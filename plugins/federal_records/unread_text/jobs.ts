/** The job that removes expired court pages with unread text. */
import { defineJob } from '#app/jobs/define_job'

const pruneJob = defineJob({
  name: 'federal_records.prune_unread_pages',
  cron: '55 3 * * *',
  singleton: true,
  handler: async (_, { app, signal }) => {
    const { UnreadPageRemover } = await import('./remove_pages.js')
    const remover = await app.container.make(UnreadPageRemover)
    await remover.prune(signal)
  },
})

export default [pruneJob]
