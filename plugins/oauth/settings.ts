/**
 * Settings of the OAuth provider.
 */
import { Env } from '@adonisjs/core/env'
import { readSettings } from '#app/settings/read_settings'
import { registrationRates } from './setting_rules.js'

const env = await readSettings({
  OAUTH_REGISTRATION_RATES: registrationRates(),
  OAUTH_CLIENT_DOCUMENTS: Env.schema.enum.optional(['on', 'off'] as const),
})

export default {
  /** How many clients one IP address can register. */
  registrationRates: env.get('OAUTH_REGISTRATION_RATES') ?? ['60/hour'],
  /** Whether a client ID can be the address of a metadata document, which is fetched. */
  clientDocuments: env.get('OAUTH_CLIENT_DOCUMENTS') === 'on',
}
