import { defineJob } from '#app/jobs/define_job'
import { deleteInSlices } from '#app/jobs/delete_in_slices'

/** Days for which staff can see sent and failed emails. */
const KEPT_DAYS = 90

/** Deletes emails that were sent or failed long ago. */
export default defineJob({
  name: 'curia.prune_mails',
  cron: '50 3 * * *',
  singleton: true,
  handler: async (_, { app, signal }) => {
    const database = await app.container.make('lucid.db')
    const where = 'coalesce(sent_at, failed_at) < now() - make_interval(days => ?)'
    await deleteInSlices(
      database,
      { table: 'mails', where, values: [KEPT_DAYS], orderBy: 'id' },
      signal
    )
  },
})
