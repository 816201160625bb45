/** Settings of court emails and feeds. */
import { readSettings } from '#app/settings/read_settings'
import { cron } from '#app/settings/rules'
import { domain, feeds, signingKeys } from './setting_rules.js'

const env = await readSettings({
  COURT_EMAIL_SECRET: signingKeys(),
  COURT_EMAIL_DOMAIN: domain(),
  FEEDS: feeds(),
  FEEDS_TIMES: cron(),
})

export default {
  /** Keys of which one must have signed each email; none: emails are not taken. */
  emailKeys: env.get('COURT_EMAIL_SECRET') ?? [],
  /** Domain of the addresses of accounts; null: they have none. */
  emailDomain: env.get('COURT_EMAIL_DOMAIN') ?? null,
  /** When the feeds of courts are read; null: by `feeds:read` only. */
  feedTimes: env.get('FEEDS') === 'on' ? (env.get('FEEDS_TIMES') ?? '*/30 * * * *') : null,
}
