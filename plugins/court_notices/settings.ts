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
  /** Each email must be signed with one of these keys; without keys, no emails are accepted. */
  emailKeys: env.get('COURT_EMAIL_SECRET') ?? [],
  /** Domain of the accounts' court email addresses; null: court emails are off. */
  emailDomain: env.get('COURT_EMAIL_DOMAIN') ?? null,
  /** Cron schedule for reading court feeds; null: only `feeds:read` reads them. */
  feedTimes: env.get('FEEDS') === 'on' ? (env.get('FEEDS_TIMES') ?? '*/30 * * * *') : null,
}
