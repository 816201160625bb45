/**
 * Settings of webhooks.
 */
import { readSettings } from '#app/settings/read_settings'
import { hosts } from '#app/settings/rules'

const env = await readSettings({
  WEBHOOK_ALLOWED_HOSTS: hosts(),
})

export default {
  /** Hosts webhooks may reach whatever their address and without TLS: `receiver.internal`, `10.0.0.5:8080`. */
  allowedHosts: env.get('WEBHOOK_ALLOWED_HOSTS') ?? [],
}
