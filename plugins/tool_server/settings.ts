import { Env } from '@adonisjs/core/env'
import { readSettings } from '#app/settings/read_settings'
import { hosts, whole } from '#app/settings/rules'
import { mountPath, origins } from './setting_rules.js'

const env = await readSettings({
  MCP_PATH: mountPath(),
  MCP_HOST: hosts(),
  MCP_ORIGINS: origins(),
  MCP_MAX_KB: whole(64, 65_536),
  MCP_EXTRA_TOOLS: Env.schema.enum.optional(['on', 'off'] as const),
})

export default {
  /** Path of the tool server without a trailing slash. */
  path: env.get('MCP_PATH') ?? '/mcp',
  /** Hosts that also serve the tool server at their root, such as `mcp.example.org`. */
  hosts: env.get('MCP_HOST') ?? [],
  /** Web origins whose scripts can call it; null allows all. */
  origins: env.get('MCP_ORIGINS') ?? null,
  /** Maximum size of a message in bytes. */
  maxBytes: (env.get('MCP_MAX_KB') ?? 1024) * 1024,
  /** Whether it offers more tools than the modeled server. */
  extraTools: env.get('MCP_EXTRA_TOOLS') !== 'off',
}
