/**
 * The server of the SDK, made for each request: what it offers, and who asks.
 */
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool as SdkTool,
} from '@modelcontextprotocol/server'
import type { ToolContext } from '#app/tools/tool_context'
import type { Tool } from '#app/tools/tool_registry'
import type { ToolServices } from '../services.js'
import { answerContext, contextCapabilities } from './answer_context.js'
import { callTool } from './call_tool.js'
import { INSTRUCTIONS, SERVER_INFO } from './server_info.js'

export interface ToolServerContext {
  services: ToolServices
  /** What the tool of this request works with. */
  context: () => ToolContext
}

/** Milliseconds for which clients may keep the list of tools. */
const LIST_TTL = 3_600_000

const LISTED = { ttlMs: LIST_TTL, cacheScope: 'public' } as const
const CACHE_HINTS = {
  'tools/list': LISTED,
  'prompts/list': LISTED,
  'resources/list': LISTED,
  'resources/templates/list': LISTED,
  'server/discover': LISTED,
} as const

const listed = new WeakMap<ToolServices, SdkTool[]>()

export function createToolServer({ services, context }: ToolServerContext): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: { tools: {}, ...contextCapabilities(services) },
    instructions: INSTRUCTIONS,
    cacheHints: CACHE_HINTS,
  })
  server.setRequestHandler('tools/list', () => {
    let tools = listed.get(services)
    if (!tools) listed.set(services, (tools = [...services.tools.values()].map(described)))
    return { tools }
  })
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = services.tools.get(params.name)
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool: ${params.name.slice(0, 100)}`
      )
    return callTool(tool, params.arguments ?? {}, context())
  })
  answerContext(server, services, context)
  return server
}

function described({ name, title, description, schema, hints }: Tool): SdkTool {
  return {
    name,
    title,
    description,
    inputSchema: schema as SdkTool['inputSchema'],
    annotations: {
      title,
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  }
}
