import { defineJob } from '#app/jobs/define_job'
import { deleteInSlices } from '#app/jobs/delete_in_slices'

/** Deletes what tools kept and is past its lifetime. */
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
