import { readSettings } from '#app/settings/read_settings'
import { cron, whole } from '#app/settings/rules'

const env = await readSettings({
  ALERTS_GATHER_SECONDS: whole(0, 86_400),
  ALERTS_DAILY: cron(),
  ALERTS_WEEKLY: cron(),
  ALERTS_MONTHLY: cron(),
  ALERTS_SWEEP: cron(),
})

export default {
  /** Seconds for which hits are batched after a real-time email. */
  gatherSeconds: env.get('ALERTS_GATHER_SECONDS') ?? 300,
  /** Cron schedules of emails and of the nightly sweep. */
  daily: env.get('ALERTS_DAILY') ?? '30 0 * * *',
  weekly: env.get('ALERTS_WEEKLY') ?? '0 1 * * 1',
  monthly: env.get('ALERTS_MONTHLY') ?? '30 1 1 * *',
  sweep: env.get('ALERTS_SWEEP') ?? '5 0 * * *',
}
