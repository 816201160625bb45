/**
 * Settings of the tool server.
 */
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
  /** Path of the tool server, without a slash at its end. */
  path: env.get('MCP_PATH') ?? '/mcp',
  /** Hosts at whose root the tool server is, too: `mcp.example.org`. */
  hosts: env.get('MCP_HOST') ?? [],
  /** Web origins whose scripts may call it; null: any. */
  origins: env.get('MCP_ORIGINS') ?? null,
  /** Bytes of a message, such as a tool call with its arguments. */
  maxBytes: (env.get('MCP_MAX_KB') ?? 1024) * 1024,
  /** Whether it offers tools beyond those of the modeled server. */
  extraTools: env.get('MCP_EXTRA_TOOLS') !== 'off',
}
