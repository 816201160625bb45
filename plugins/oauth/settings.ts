/**
 * Settings of the OAuth provider.
 */
import { readSettings } from '#app/settings/read_settings'
import { registrationRates } from './setting_rules.js'

const env = await readSettings({ OAUTH_REGISTRATION_RATES: registrationRates() })

export default {
  /** How many clients one IP address can register. */
  registrationRates: env.get('OAUTH_REGISTRATION_RATES') ?? ['60/hour'],
}
