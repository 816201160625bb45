/**
 * Jobs of the server itself.
 */
import { settings } from '#start/env'
import { mailLink } from '#app/accounts/links'
import pruneMails from '#app/mail/prune_mails_job'
import sendMail from '#app/mail/send_mail_job'
import embedTexts from '#app/search/semantic/embed_job'
import { defineJob, type JobDefinition } from '#app/jobs/define_job'
import { SCHEMA } from '#app/jobs/queues'
import { ChangeLog } from '#app/events/change_log'
import { measureStorageJob } from '#app/console/admin/charts/storage'

/** Number of days for which finished jobs are kept. */
const DONE_KEPT_DAYS = 2

/**
 * Failed jobs are kept because staff may run them again. The last run of each scheduled job is
 * kept as well.
 */
const pruneJobs = defineJob({
  name: 'curia.prune_jobs',
  cron: '10 * * * *',
  singleton: true,
  handler: async (_, { app }) => {
    const database = await app.container.make('lucid.db')
    await database.rawQuery(
      `DELETE FROM ${SCHEMA}.job j WHERE state IN ('completed', 'cancelled')
         AND completed_on < now() - make_interval(days => ?)
         AND NOT (state = 'completed' AND name IN (SELECT name FROM ${SCHEMA}.schedule)
           AND NOT EXISTS (SELECT 1 FROM ${SCHEMA}.job later
             WHERE later.name = j.name AND later.state = 'completed'
               AND (later.completed_on, later.id) > (j.completed_on, j.id)))`,
      [DONE_KEPT_DAYS]
    )
  },
})

/** Counters of attempts whose window has ended. */
const pruneAttempts = defineJob({
  name: 'curia.prune_attempts',
  cron: '55 3 * * *',
  singleton: true,
  handler: async (_, { app }) => {
    const database = await app.container.make('lucid.db')
    await database.from('rate_limits').where('expire', '<', Date.now()).delete()
  },
})

const pruneChanges = defineJob({
  name: 'curia.prune_changes',
  cron: '*/15 * * * *',
  singleton: true,
  handler: async (_, { app }) => {
    const log = await app.container.make(ChangeLog)
    await log.prune(undefined, settings.changesDays)
  },
})

export const CORE_JOBS: JobDefinition[] = [
  mailLink,
  sendMail,
  pruneMails,
  embedTexts,
  pruneJobs,
  pruneChanges,
  pruneAttempts,
  measureStorageJob,
]
