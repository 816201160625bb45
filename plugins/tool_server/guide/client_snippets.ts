/**
 * Configuration of AI clients for the tool server.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { BearerTokens } from '#app/accounts/bearer_tokens'
import { getToolServerUrl } from '../http/address.js'

export interface ClientSnippet {
  /** Name of the client. */
  client: string
  /** Where to use the text, as an instruction. */
  place: string
  language: 'sh' | 'json' | 'toml' | ''
  text: string
}

const NAME = 'curia'

/**
 * Returns commands and configurations of common clients.
 *
 * @param address URL of the tool server
 * @param token API token or placeholder
 * @param signsIn whether clients can sign in with OAuth
 */
export function clientSnippets(address: string, token: string, signsIn: boolean): ClientSnippet[] {
  const authorization = `Token ${token}`
  const headers = { Authorization: authorization }
  const json = (client: string, file: string, configuration: object): ClientSnippet => ({
    client,
    place: `Add to ${file}`,
    language: 'json',
    text: JSON.stringify(configuration, null, 2),
  })
  const connectors: ClientSnippet[] = [
    {
      client: 'Claude (web, desktop)',
      place: 'Settings, Connectors, Add custom connector: paste the URL and sign in',
      language: '',
      text: address,
    },
    {
      client: 'ChatGPT',
      place:
        'Settings, Apps & Connectors, Create (developer mode): paste the URL, choose OAuth, and sign in',
      language: '',
      text: address,
    },
  ]
  return [
    ...(signsIn ? connectors : []),
    {
      client: 'Claude Code',
      place: 'Run in a terminal',
      language: 'sh',
      text: `claude mcp add --transport http ${NAME} ${address} --header "Authorization: ${authorization}"`,
    },
    json('Cursor', '~/.cursor/mcp.json', { mcpServers: { [NAME]: { url: address, headers } } }),
    json('VS Code', '.vscode/mcp.json', {
      servers: { [NAME]: { type: 'http', url: address, headers } },
    }),
    {
      client: 'Codex',
      place: 'Add to ~/.codex/config.toml',
      language: 'toml',
      text: `[mcp_servers.${NAME}]\nurl = "${address}"\nhttp_headers = { Authorization = "${authorization}" }`,
    },
    json('Gemini CLI', '~/.gemini/settings.json', {
      mcpServers: { [NAME]: { httpUrl: address, headers } },
    }),
    json('Windsurf', '~/.codeium/windsurf/mcp_config.json', {
      mcpServers: { [NAME]: { serverUrl: address, headers } },
    }),
    {
      client: 'curl',
      place: 'Run in a terminal',
      language: 'sh',
      text: `curl ${address} \\\n  -H 'Authorization: ${authorization}' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'`,
    },
  ]
}

/** Configurations of common clients for the documentation, in Markdown. */
export default async function clientsPart(ctx: HttpContext): Promise<string> {
  const { scopes } = await ctx.containerResolver.make(BearerTokens)
  return clientSnippets(getToolServerUrl(ctx), '<API_TOKEN>', scopes.length > 0)
    .map(
      ({ client, place, language, text }) =>
        `### ${client}\n\n${place}:\n\n\`\`\`${language}\n${text}\n\`\`\``
    )
    .join('\n\n')
}
