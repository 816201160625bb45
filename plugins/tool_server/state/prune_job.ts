import { defineJob } from '#app/jobs/define_job'
import { deleteInSlices } from '#app/jobs/delete_in_slices'

/** Deletes expired data of tools. */
export default defineJob({
  name: 'tool_server.prune',
  cron: '23 * * * *',
  singleton: true,
  handler: async (_, { app, signal }) => {
    const database = await app.container.make('lucid.db')
    const expired = { where: 'expires_at < now()', values: [], orderBy: 'expires_at' }
    await deleteInSlices(database, { table: 'tool_texts', ...expired }, signal)
  },
})
