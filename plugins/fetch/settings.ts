/** Settings of fetching from the court system. */
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
  /** Whether the court system itself may be reached. */
  registry: env.get('REGISTRY') ?? 'off',
  /** What answers in place of the court system; null: the court system itself. */
  connect: env.get('REGISTRY_CONNECT') ?? null,
  /** Egress proxy to the court system; null: none. */
  proxy: env.get('REGISTRY_PROXY') ?? null,
  /** Account of the operator at the court system, for receipts only; null: none. */
  username: env.get('REGISTRY_USERNAME') || null,
  password: env.get('REGISTRY_PASSWORD') || null,
  /** Requests to the court system at the same time, to all courts and to one. */
  maxRequests: env.get('REGISTRY_MAX_REQUESTS') ?? 8,
  maxPerCourt: env.get('REGISTRY_MAX_PER_COURT') ?? 2,
  /** Milliseconds between two requests to one court. */
  interval: env.get('REGISTRY_INTERVAL_MS') ?? 250,
  /** Billable pages that one fetch may cost; null: any number. */
  maxPages: env.get('FETCH_MAX_PAGES') ?? null,
}

requireSharedSessions(serverSettings, settings)

export default settings
