/**
 * Requests of the revision 2026-07-28, which has no handshake: each request
 * contains the revision and the sender.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { origin } from '#api/roots'
import type { EventStream } from '../http/event_stream.js'
import type { RpcMessage } from '../http/read_message.js'
import { INVALID_PARAMS, METHOD_NOT_FOUND, refuse } from '../http/refusals.js'
import { findParamsProblem } from './request_params.js'
import { createToolServer, type ToolServerContext } from './tool_server.js'

interface ModernContext extends ToolServerContext {
  stream: EventStream
  signal: AbortSignal
}

let handler: McpHttpHandler | undefined

export async function answerModern(
  ctx: HttpContext,
  message: RpcMessage,
  { stream, signal, ...context }: ModernContext
): Promise<void> {
  const { request, response } = ctx
  const { method, id } = message
  // Lists don't change while the server is running, so there are no notifications.
  if (method === 'subscriptions/listen')
    return refuse(ctx, 404, { code: METHOD_NOT_FOUND, message: 'Method not found' }, id)
  const problem = method === 'initialize' ? undefined : findParamsProblem(message)
  if (problem) return refuse(ctx, 400, { code: INVALID_PARAMS, message: problem }, id)
  handler ??= createMcpHandler(({ authInfo }) => createToolServer(contextOf(authInfo)), {
    legacy: 'reject',
  })
  const answer = await handler.fetch(
    new Request(origin(ctx) + request.url(), {
      method: 'POST',
      headers: headersOf(ctx),
      // The parsed body is passed separately.
      body: '{}',
      signal,
    }),
    {
      parsedBody: message,
      authInfo: { token: '', clientId: '', scopes: [], extra: { context } },
    }
  )
  if (signal.aborted) return
  if (answer.body && answer.headers.get('content-type')?.startsWith('text/event-stream'))
    return stream.forward(answer.body)
  const body = await answer.text()
  response.status(answer.status)
  if (!body) return response.send(null)
  response.header('content-type', answer.headers.get('content-type') ?? 'application/json')
  response.send(body)
}

function contextOf(authInfo: { extra?: Record<string, unknown> } | undefined): ToolServerContext {
  return authInfo!.extra!.context as ToolServerContext
}

/** Headers that the protocol uses. */
const READ = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

function headersOf({ request }: HttpContext): Record<string, string> {
  return Object.fromEntries(
    READ.flatMap((name) => {
      const value = request.header(name)
      return value === undefined ? [] : [[name, value]]
    })
  )
}
