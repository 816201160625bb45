import { Env } from '@adonisjs/core/env'
import { readSettings } from '#app/settings/read_settings'
import { registrationRates } from './setting_rules.js'

const env = await readSettings({
  OAUTH_REGISTRATION_RATES: registrationRates(),
  OAUTH_CLIENT_DOCUMENTS: Env.schema.enum.optional(['on', 'off'] as const),
})

export default {
  /** Rate limits of client registrations for each IP address. */
  registrationRates: env.get('OAUTH_REGISTRATION_RATES') ?? ['60/hour'],
  /** Whether to accept and fetch URLs of metadata documents as client IDs. */
  clientDocuments: env.get('OAUTH_CLIENT_DOCUMENTS') === 'on',
}
