/** Nightly comparison of deferred changes. */
import { defineJob } from '#app/jobs/define_job'
import settings from '../settings.js'
import { makeMatcher } from '../provider.js'

export default defineJob({
  name: 'alerts.sweep',
  cron: settings.sweep,
  singleton: true,
  expireInSeconds: 6 * 3600,
  handler: async (_, { app, signal }) => {
    const matcher = await makeMatcher(app)
    await matcher.services.queries.load()
    await matcher.sweep(signal)
  },
})
