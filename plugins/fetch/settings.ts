/** Fetch settings. */
import { Env } from '@adonisjs/core/env'
import { readSettings } from '#app/settings/read_settings'
import { whole } from '#app/settings/rules'
import { settings as serverSettings } from '#start/env'
import { loopbackAddress, proxyUrl, requireSharedSessions } from './setting_rules.js'

const env = await readSettings({
  REGISTRY: Env.schema.enum.optional(['on', 'off'] as const),
  REGISTRY_CONNECT: loopbackAddress(),
  REGISTRY_PROXY: proxyUrl(),
  REGISTRY_USERNAME: Env.schema.string.optional(),
  REGISTRY_PASSWORD: Env.schema.string.optional(),
  REGISTRY_MAX_REQUESTS: whole(1, 1000),
  REGISTRY_MAX_PER_COURT: whole(1, 100),
  REGISTRY_INTERVAL_MS: whole(0, 600_000),
  FETCH_MAX_PAGES: whole(1, 100_000),
})

const settings = {
  /** Whether requests to the court system are allowed. */
  registry: env.get('REGISTRY') ?? 'off',
  /** Host and port of simulated courts; null: the court system itself. */
  connect: env.get('REGISTRY_CONNECT') ?? null,
  /** Egress proxy to the court system; null: none. */
  proxy: env.get('REGISTRY_PROXY') ?? null,
  /** The operator's court system account, used only for receipts; null: none. */
  username: env.get('REGISTRY_USERNAME') || null,
  password: env.get('REGISTRY_PASSWORD') || null,
  /** Maximum number of concurrent requests, in total and per court. */
  maxRequests: env.get('REGISTRY_MAX_REQUESTS') ?? 8,
  maxPerCourt: env.get('REGISTRY_MAX_PER_COURT') ?? 2,
  /** Milliseconds between requests to one court. */
  interval: env.get('REGISTRY_INTERVAL_MS') ?? 250,
  /** Maximum number of billable pages per fetch; null: no limit. */
  maxPages: env.get('FETCH_MAX_PAGES') ?? null,
}

requireSharedSessions(serverSettings, settings)

export default settings
