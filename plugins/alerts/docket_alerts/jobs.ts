/** Jobs of docket alerts. */
import { defineJob } from '#app/jobs/define_job'
import { DAILY, WEEKLY } from '../search_alerts/codes.js'
import settings from '../settings.js'

/** Days for which updates, and entries that weren't sent, are kept. */
const KEPT_DAYS = 90

export const announceDocket = defineJob<{ docket: string }>({
  name: 'alerts.announce_docket',
  concurrency: 2,
  handler: async ({ docket }, { app, signal }) => {
    const { Announcement } = await import('./announcement.js')
    const { Records } = await import('#api/records')
    const { ResourceRegistry } = await import('#api/registry')
    const { Reader } = await import('#app/database/reader')
    const registry = await app.container.make(ResourceRegistry)
    const records = new Records(registry, await app.container.make(Reader))
    const announcement = new Announcement(await app.container.make('lucid.db'), records, docket)
    while (await announcement.notifyNext()) signal.throwIfAborted()
  },
})

export const reportOldAlerts = defineJob({
  name: 'alerts.report_old_docket_alerts',
  cron: '0 6 * * 1',
  singleton: true,
  handler: async (_, { app, signal }) => {
    const { OldAlertsReport } = await import('./old_alerts_report.js')
    const report = await app.container.make(OldAlertsReport)
    while (await report.notifyNext()) signal.throwIfAborted()
  },
})

export const emailAppeal = defineJob<{ alert: string }>({
  name: 'alerts.email_appeal',
  concurrency: 2,
  handler: async ({ alert }, { app }) => {
    const { AppealEmails } = await import('./email_appeal.js')
    const emails = await app.container.make(AppealEmails)
    await emails.send(alert)
  },
})

export const mailDigest = defineJob<{ account: string; rate: string }>({
  name: 'alerts.mail_docket_digest',
  concurrency: 2,
  handler: async ({ account, rate }, { app }) => {
    const { DocketDigests } = await import('./digests.js')
    const digests = await app.container.make(DocketDigests)
    await digests.send(account, rate)
  },
})

/** Queues a job for each account with entries for an email. */
const scheduled = ([DAILY, WEEKLY] as const).map((rate) =>
  defineJob({
    name: `alerts.mail_dockets_${rate === DAILY ? 'daily' : 'weekly'}`,
    cron: rate === DAILY ? settings.daily : settings.weekly,
    singleton: true,
    handler: async (_, { app, signal }) => {
      const { DocketDigests } = await import('./digests.js')
      const { Jobs } = await import('#app/jobs/jobs')
      const digests = await app.container.make(DocketDigests)
      const jobs = await app.container.make(Jobs)
      for await (const account of digests.accounts(rate)) {
        signal.throwIfAborted()
        await jobs.send(null, mailDigest.name, { account, rate })
      }
    },
  })
)

const prune = defineJob({
  name: 'alerts.prune_docket_news',
  cron: '20 3 * * *',
  singleton: true,
  handler: async (_, { app }) => {
    const database = await app.container.make('lucid.db')
    for (const table of ['docket_news', 'docket_alert_waiting', 'docket_alert_skipped'])
      await database.rawQuery(
        `DELETE FROM ${table} WHERE date_created < now() - make_interval(days => ?)`,
        [KEPT_DAYS]
      )
  },
})

export default [announceDocket, reportOldAlerts, emailAppeal, mailDigest, ...scheduled, prune]
