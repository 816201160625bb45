/**
 * Answers a JSON-RPC message in the era its sender speaks: the revisions with
 * a handshake (2024-11-05 to 2025-11-25), or 2026-07-28 without one. Every
 * message is complete by itself; no session is kept.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { classifyInboundRequest, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import type { RpcMessage } from '../http/read_message.js'
import { INVALID_PARAMS, refuse, TRANSPORT_ERROR } from '../http/refusals.js'
import type { ToolServices } from '../services.js'
import { answerModern } from './modern_era.js'
import { SingleExchange } from './single_exchange.js'
import { problemOf } from './request_params.js'
import { createToolServer } from './tool_server.js'
import { toolContext } from './tool_context.js'

export async function answerMessage(
  ctx: HttpContext,
  message: RpcMessage,
  services: ToolServices
): Promise<void> {
  const { request, response } = ctx
  const gone = new AbortController()
  response.response.once('close', () => gone.abort())
  const context = () => toolContext(ctx, services, gone.signal)
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    body: message,
    protocolVersionHeader: request.header('mcp-protocol-version'),
    mcpMethodHeader: request.header('mcp-method'),
    mcpNameHeader: request.header('mcp-name'),
  })
  if (kind !== 'legacy')
    return answerModern(ctx, message, { services, context, signal: gone.signal })
  const { method, id } = message
  if (method !== 'initialize' && !isSupported(request.header('mcp-protocol-version')))
    return refuse(ctx, 400, {
      code: TRANSPORT_ERROR,
      message: `Bad request: unsupported protocol version (supported versions: ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')})`,
    })
  if (method === undefined || id === undefined) return response.status(202).send(null)
  const problem = problemOf(message)
  if (problem) return refuse(ctx, 200, { code: INVALID_PARAMS, message: problem }, id)
  const server = createToolServer({ services, context })
  const answer = await SingleExchange.answer(server, message, gone.signal)
  if (answer) response.json(answer)
}

/** Whether a revision can be spoken; without one a client speaks one with a handshake. */
function isSupported(version: string | undefined): boolean {
  return version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version.trim())
}
