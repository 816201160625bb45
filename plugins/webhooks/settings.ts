import { readSettings } from '#app/settings/read_settings'
import { hosts } from '#app/settings/rules'

const env = await readSettings({
  WEBHOOK_ALLOWED_HOSTS: hosts(),
})

export default {
  /** Hosts that webhooks can reach at any IP address and without TLS: `receiver.internal`, `10.0.0.5:8080`. */
  allowedHosts: env.get('WEBHOOK_ALLOWED_HOSTS') ?? [],
}
