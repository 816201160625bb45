/**
 * The SDK server with tools, resources, and prompts, created for each request.
 */
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool as SdkTool,
} from '@modelcontextprotocol/server'
import type { ReportProgress, ToolContext } from '#app/tools/define_tool'
import type { Tool } from '#app/tools/tool_registry'
import type { ToolServices } from '../services.js'
import { answerContext, contextCapabilities } from './answer_context.js'
import { callTool } from './call_tool.js'
import { productVersion } from '#app/support/product_version'

export interface ToolServerContext {
  services: ToolServices
  /** Creates the context for the tool of this request. */
  context: (progress: ReportProgress) => ToolContext
  /** Whether the response can be an event stream, which starts with notifications. */
  isStreamed: boolean
}

/** Milliseconds for which clients can cache lists. */
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

export function createToolServer({ services, context, isStreamed }: ToolServerContext): Server {
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
  server.setRequestHandler('tools/call', ({ params }, request) => {
    const tool = services.tools.get(params.name)
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool: ${params.name.slice(0, 100)}`
      )
    const called = context(progressReporter(request, isStreamed))
    return callTool(tool, params.arguments ?? {}, called, services.logger)
  })
  answerContext(server, services, () => context(ignoreProgress))
  return server
}

/** Ignores progress. */
const ignoreProgress: ReportProgress = async () => {}

/**
 * Returns a function that sends the progress of a request; values that don't increase are ignored.
 * The client receives them if it sent a token and accepts event streams (MCP, progress).
 */
function progressReporter({ mcpReq }: ServerContext, isStreamed: boolean): ReportProgress {
  const token = mcpReq._meta?.progressToken
  if (token === undefined || !isStreamed) return ignoreProgress
  let last = -1
  return async (progress, total, message) => {
    if (progress <= last) return
    last = progress
    const params = { progressToken: token, progress, total, message }
    // The client may have disconnected, which also aborts the call.
    await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

function described({ name, title, description, schema, outputSchema, hints }: Tool): SdkTool {
  return {
    name,
    title,
    description,
    inputSchema: schema as SdkTool['inputSchema'],
    ...(outputSchema && { outputSchema: outputSchema as SdkTool['outputSchema'] }),
    annotations: {
      title,
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  }
}

/** Version of the product. */
export const VERSION = productVersion()

const SERVER_INFO = { name: 'curia', title: 'Curia', version: VERSION }

/** Instructions for the client's model. */
const INSTRUCTIONS = [
  'Curia is an archive of US law: case law (clusters of opinions), federal court dockets with their entries, documents, and parties, judges with their financial disclosures, and oral arguments.',
  'Start with search for questions in natural language. For exact filters, call get_endpoint_schema first, then call_endpoint. get_choices lists the codes that a field accepts, such as court IDs.',
  'Request only the fields you need: search, call_endpoint, and get_endpoint_item return long records. In call_endpoint, "fields" is part of "query"; in the other tools, it is a separate argument.',
  'Search results and records have different field names: search uses caseName and citation; records use case_name and citations. A cluster contains the metadata of a decision (case name, date, citations); its opinions contain the texts.',
  'A cluster ID is not an opinion ID: both are numbers, and their ranges overlap. Search results of case law have cluster_id and opinion_id.',
  'Read texts with read_document and search_document, long ones in chunks, not through text fields of records. Do not download PDFs by URL.',
  'URLs for people: /opinion/<cluster_id>/<slug>/ and /docket/<docket_id>/<slug>/. If you do not know the slug, repeat the first word: /opinion/1/opinion/.',
  'Each call counts toward the rate limits of the account like the API requests it makes; "_meta" in a result contains the remaining quota.',
].join('\n\n')
