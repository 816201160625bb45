/**
 * At night: what was too large to be looked at whole when it changed.
 */
import { defineJob } from '#app/jobs/define_job'
import { settings } from '#start/env'
import { makeMatcher } from './make_matcher.js'

export default defineJob({
  name: 'alerts.sweep',
  cron: settings.alerts.sweep,
  singleton: true,
  expireInSeconds: 6 * 3600,
  handler: async (_, { app, signal }) => {
    const matcher = await makeMatcher(app)
    await matcher.services.queries.load()
    await matcher.sweep(signal)
  },
})
