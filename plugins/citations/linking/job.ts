/**
 * Processes the linking queue in the background.
 */
import { defineJob } from '#app/jobs/define_job'

export const LINK_CHANGED = 'citations.link_changed'

/** Maximum duration of a job; it then queues the next one, so that other jobs can run. */
const MAX_MILLISECONDS = 10 * 60_000

export default defineJob({
  name: LINK_CHANGED,
  singleton: true,
  expireInSeconds: 3600,
  handler: async (_, { app, signal }) => {
    const { linkQueued } = await import('./link_queued.js')
    const { TextReader } = await import('./text_reader.js')
    const { Jobs } = await import('#app/jobs/jobs')
    const database = (await app.container.make('lucid.db')).connection()
    const reader = new TextReader()
    const deadline = Date.now() + MAX_MILLISECONDS
    try {
      while (await linkQueued({ database, reader }, signal)) {
        if (Date.now() < deadline) continue
        const jobs = await app.container.make(Jobs)
        await jobs.send(null, LINK_CHANGED, {})
        return
      }
    } finally {
      await reader.close()
    }
  },
})
