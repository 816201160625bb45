/** Jobs that send emails about search alerts. */
import type { ApplicationService } from '@adonisjs/core/types'
import { defineJob } from '#app/jobs/define_job'
import settings from '../settings.js'
import { listRatesInEmail, type ScheduledRate } from '../search_alerts/codes.js'
import { HitMailer } from './hit_mailer.js'
import { MAIL_JOB } from './real_time_mails.js'
import { Jobs } from '#app/jobs/jobs'

/** Days after which unsent hits are dropped. */
const MAX_WAITING_DAYS = 180
/** Accounts read per query. */
const ACCOUNTS_AT_ONCE = 1_000

const mailOne = defineJob<{ account: string; rate: string }>({
  name: MAIL_JOB,
  concurrency: 4,
  handler: async ({ account, rate }, { app }) => {
    const mailer = await app.container.make(HitMailer)
    await mailer.send(account, rate)
  },
})

const TIMES: Record<ScheduledRate, keyof typeof settings & ('daily' | 'weekly' | 'monthly')> = {
  dly: 'daily',
  wly: 'weekly',
  mly: 'monthly',
}

const scheduled = Object.entries(TIMES).map(([rate, time]) =>
  defineJob({
    name: `alerts.mail_${time}`,
    cron: settings[time],
    singleton: true,
    handler: (_, { app }) => queueEmails(app, rate),
  })
)

/** Queues a job for each account with unsent hits. */
async function queueEmails({ container }: ApplicationService, rate: string): Promise<void> {
  const database = await container.make('lucid.db')
  const jobs = await container.make(Jobs)
  for (let after = '0'; ;) {
    const { rows } = await database.rawQuery<{ rows: { user_id: string }[] }>(
      `SELECT DISTINCT a.user_id FROM search_alerts a
       WHERE a.rate = ANY(?::text[]) AND a.user_id > ?
         AND EXISTS (SELECT 1 FROM search_alert_hits h WHERE h.alert_id = a.id AND h.mailed_at IS NULL)
       ORDER BY a.user_id LIMIT ?`,
      [listRatesInEmail(rate), after, ACCOUNTS_AT_ONCE] as never[]
    )
    for (const { user_id: account } of rows)
      await jobs.send(null, MAIL_JOB, { account: String(account), rate })
    if (rows.length < ACCOUNTS_AT_ONCE) return
    after = String(rows.at(-1)!.user_id)
  }
}

/**
 * Drops hits that stayed unsent because the alert was disabled or the account had
 * no confirmed email address. Rows are kept as long as their alert exists, because
 * they prevent a document from being sent twice.
 */
const giveUp = defineJob({
  name: 'alerts.give_up_hits',
  cron: '40 3 * * *',
  singleton: true,
  handler: async (_, { app }) => {
    const database = await app.container.make('lucid.db')
    await database.rawQuery(
      `UPDATE search_alert_hits SET mailed_at = now()
       WHERE mailed_at IS NULL AND date_created < now() - make_interval(days => ?)`,
      [MAX_WAITING_DAYS]
    )
  },
})

export default [mailOne, ...scheduled, giveUp]
