import pg from 'pg'
import { OpenDatabase } from '#app/database/connection'
import { defineJob } from '#app/jobs/define_job'
import settings from './settings.js'

/** Drops old partitions and creates those of the next weeks. */
export default defineJob({
  name: 'history.partitions',
  cron: '20 4 * * *',
  singleton: true,
  handler: async (_, { app }) => {
    const { createPartitions, prunePartitions } = await import('./storage/partitions.js')
    const { connection } = await app.container.make(OpenDatabase)
    const client = new pg.Client({ ...connection, application_name: 'curia history' })
    client.on('error', () => {})
    await client.connect()
    try {
      await prunePartitions(client, settings.days)
      if (settings.days > 0) await createPartitions(client)
    } finally {
      await client.end()
    }
  },
})
