import { defineJob } from '#app/jobs/define_job'

/** Days for which staff see what became of a mail. */
const KEPT_DAYS = 90
/** Rows of one statement, so that none holds others up. */
const SLICE = 5000

/** Deletes mails that were sent or given up long ago. */
export default defineJob({
  name: 'curia.prune_mails',
  cron: '50 3 * * *',
  singleton: true,
  handler: async (_, { app, signal }) => {
    const database = await app.container.make('lucid.db')
    for (;;) {
      signal.throwIfAborted()
      const { rowCount } = await database.rawQuery(
        `DELETE FROM mails WHERE id = ANY(ARRAY(
           SELECT id FROM mails WHERE coalesce(sent_at, failed_at) < now() - make_interval(days => ?)
           ORDER BY id LIMIT ?))`,
        [KEPT_DAYS, SLICE]
      )
      if (rowCount < SLICE) return
    }
  },
})
