import { defineJob } from '#app/jobs/define_job'
import { deleteInSlices } from '#app/jobs/delete_in_slices'
import { UNUSED_KEYS } from './provider/signing_keys.js'

/** Days after which clients without access are deleted. */
const UNUSED_CLIENT_DAYS = 30

/** Deletes expired records, unused clients, and retired keys whose tokens have expired. */
export default defineJob({
  name: 'oauth.prune',
  cron: '41 * * * *',
  singleton: true,
  handler: async (_, { app, signal }) => {
    const database = await app.container.make('lucid.db')
    const table = 'oauth_records'
    const rest = { values: [], orderBy: 'id' }
    // Consumed refresh tokens are kept until they expire, to detect reuse.
    const expired = "expires_at < now() - interval '1 hour'"
    await deleteInSlices(
      database,
      { table, where: expired, ...rest, orderBy: 'expires_at' },
      signal
    )
    const unused = `model IN ('Client', 'ClientDocument') AND date_created < now() - interval '${UNUSED_CLIENT_DAYS} days'
      AND NOT EXISTS (SELECT FROM oauth_records g WHERE g.client_id = oauth_records.key)`
    await deleteInSlices(database, { table, where: unused, ...rest }, signal)
    await deleteInSlices(database, { table: 'oauth_keys', where: UNUSED_KEYS, ...rest }, signal)
  },
})
