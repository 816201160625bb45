/** Jobs of docket alerts. */
import { defineJob } from '#app/jobs/define_job'

/** Days for which updates are kept. */
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

const prune = defineJob({
  name: 'alerts.prune_docket_news',
  cron: '20 3 * * *',
  singleton: true,
  handler: async (_, { app }) => {
    const database = await app.container.make('lucid.db')
    await database.rawQuery(
      `DELETE FROM docket_news WHERE date_created < now() - make_interval(days => ?)`,
      [KEPT_DAYS]
    )
  },
})

export default [announceDocket, reportOldAlerts, emailAppeal, prune]
