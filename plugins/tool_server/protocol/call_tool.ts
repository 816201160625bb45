/**
 * Calls a tool and formats its result. Errors that the caller can fix are
 * results marked as errors; messages of exceptions are never sent.
 */
import type { Logger } from '@adonisjs/core/logger'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { DomainError } from '#app/support/domain_error'
import { ToolContent, ToolText, type ToolResult, type ToolContext } from '#app/tools/define_tool'
import type { ApiClient } from '#app/tools/api_client'
import { ApiRefusal, ToolError } from '#app/tools/tool_error'
import { limitedContent, MAX_STRUCTURED } from '#app/tools/structured_content'
import { checkedArguments } from '#app/tools/tool_arguments'
import type { Tool } from '#app/tools/tool_registry'

/** Result of a tool that failed because of a server error. */
export const FAILED =
  'The tool failed because of a server error, which was logged. The arguments may be valid.'

export async function callTool(
  tool: Tool,
  args: Record<string, unknown>,
  context: ToolContext,
  logger: Logger
): Promise<CallToolResult> {
  try {
    const result = await tool.call(checkedArguments(tool, args) as never, context)
    const answer = resultOf(result, context)
    return { ...answer, ...structureOf(result, tool, answer) }
  } catch (error) {
    if (error instanceof ToolError)
      return { ...resultOf(error.message, context, waitOf(error)), isError: true }
    // For example, a text that takes too long to process.
    if (error instanceof DomainError && typeof error.details.detail === 'string') {
      const wait = error.retryAfter === undefined ? {} : { retry_after: error.retryAfter }
      return { ...resultOf(error.details.detail, context, wait), isError: true }
    }
    logger.error({ err: error, tool: tool.name }, 'tool failed')
    return { ...resultOf(FAILED, context), isError: true }
  }
}

function resultOf(
  result: ToolResult,
  { api }: ToolContext,
  more: Record<string, unknown> = {}
): CallToolResult {
  return { content: contentOf(result), ...buildResultMeta(api, more) }
}

/** Returns metadata about the API requests of a call: URLs and remaining quota. */
export function buildResultMeta(
  { quota, links }: ApiClient,
  more: Record<string, unknown> = {}
): { _meta?: Record<string, unknown> } {
  const meta = {
    ...(quota.length ? { quota } : {}),
    ...(links.length ? { links } : {}),
    ...more,
  }
  return Object.keys(meta).length ? { _meta: meta } : {}
}

function contentOf(result: ToolResult): CallToolResult['content'] {
  if (result instanceof ToolContent) return result.blocks as CallToolResult['content']
  if (result instanceof ToolText) return [{ type: 'text', text: result.text }]
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 2)
  return [{ type: 'text', text }]
}

/** The result as data, if the tool declares its schema. */
function structureOf(
  result: ToolResult,
  { outputSchema }: Tool,
  { content: [block] }: CallToolResult
): Pick<CallToolResult, 'structuredContent'> {
  if (!outputSchema || typeof result === 'string' || result instanceof ToolContent) return {}
  if (result instanceof ToolText) return { structuredContent: limitedContent(result.data) }
  // The text is the same JSON with indentation, so a short one needs no limit.
  const isShort = block?.type === 'text' && block.text.length <= MAX_STRUCTURED
  return { structuredContent: isShort ? result : limitedContent(result) }
}

function waitOf(error: ToolError): Record<string, unknown> {
  return error instanceof ApiRefusal && error.retryAfter ? { retry_after: error.retryAfter } : {}
}
