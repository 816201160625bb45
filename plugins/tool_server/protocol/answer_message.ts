/**
 * Answers a JSON-RPC message in the era its sender speaks: the revisions with
 * a handshake (2024-11-05 to 2025-11-25), or 2026-07-28 without one. Every
 * message is complete by itself; no session is kept.
 */
import type { HttpContext } from '@adonisjs/core/http'
import {
  classifyInboundRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
  type JSONRPCMessage,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server'
import type { RpcMessage } from '../http/read_message.js'
import { INVALID_PARAMS, INVALID_REQUEST, refuse, TRANSPORT_ERROR } from '../http/refusals.js'
import type { ToolServices } from '../services.js'
import { answerModern } from './modern_era.js'
import { problemOf } from './request_params.js'
import { createToolServer } from './tool_server.js'
import { origin } from '#api/roots'
import { ApiClient } from '#app/tools/api_client'
import type { CallerState, ToolContext } from '#app/tools/define_tool'
import { credentialOf } from '../http/credential.js'
import { callerHash, callerState } from '../state/tool_store.js'
import { servedDocuments, KeptTexts } from '../state/shared_texts.js'

export async function answerMessage(
  ctx: HttpContext,
  message: RpcMessage,
  services: ToolServices
): Promise<void> {
  const { request, response } = ctx
  const gone = new AbortController()
  response.response.once('close', () => {
    if (!response.response.writableFinished) gone.abort()
  })
  const context = () => toolContext(ctx, services, gone.signal)
  if (isModern(ctx, message))
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
  if (answer) return sendJson(ctx, JSON.stringify(answer))
  if (!gone.signal.aborted)
    refuse(
      ctx,
      400,
      {
        code: INVALID_REQUEST,
        message: 'Invalid request: the message is not a JSON-RPC 2.0 request.',
      },
      id
    )
}

/** Whether a message is of a revision without a handshake, or claims to be. */
function isModern({ request }: HttpContext, message: RpcMessage): boolean {
  const version = request.header('mcp-protocol-version')
  const method = request.header('mcp-method')
  const name = request.header('mcp-name')
  const { _meta: meta } = (message.params ?? {}) as { _meta?: unknown }
  // The SDK's classifier decides; what it need not look at costs nothing.
  if (meta === undefined && method === undefined && name === undefined && isSupported(version))
    return false
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    body: message,
    protocolVersionHeader: version,
    mcpMethodHeader: method,
    mcpNameHeader: name,
  })
  return kind !== 'legacy'
}

/** Without the framework's serializer, which looks for circles. */
function sendJson({ response }: HttpContext, body: string): void {
  response.relayHeaders()
  response.response
    .writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    .end(body)
}

/** Whether a revision can be spoken; without one a client speaks one with a handshake. */
function isSupported(version: string | undefined): boolean {
  return version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version.trim())
}

/**
 * What a tool works with, on behalf of the caller of a request.
 *
 * @param signal aborted when the client has gone
 */
function toolContext(
  ctx: HttpContext,
  { app, registry, reader, store, secret, dispatch }: ToolServices,
  signal: AbortSignal
): ToolContext {
  const { request } = ctx
  let state: CallerState | undefined
  return {
    app,
    signal,
    catalog: registry.catalog,
    documents: registry.documents,
    api: new ApiClient(dispatch as never, {
      authorization: request.header('authorization')!,
      origin: origin(ctx),
      address: request.ip(),
      signal,
    }),
    // Few tools keep anything.
    get state() {
      return (state ??= callerState(store, callerHash(secret, credentialOf(ctx))))
    },
    texts: new KeptTexts(store, servedDocuments(registry, reader)),
  }
}

/**
 * The SDK's transport for one request and its response in this process: its
 * HTTP transports answer batches and streams, which this server does not.
 */
export class SingleExchange implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  readonly #answered: Promise<JSONRPCMessage | undefined>
  #settle!: (answer: JSONRPCMessage | undefined) => void

  constructor() {
    this.#answered = new Promise((resolve) => (this.#settle = resolve))
  }

  /**
   * Has a server answer a request.
   *
   * @param signal aborted when the client has gone: the call is given up
   * @returns the response; undefined when the client has gone, or when the SDK takes the message for no request
   */
  static async answer(
    server: Server,
    message: RpcMessage,
    signal: AbortSignal
  ): Promise<JSONRPCMessage | undefined> {
    const exchange = new SingleExchange()
    await server.connect(exchange)
    // A message it cannot read is reported here, and not answered.
    server.onerror = () => exchange.#settle(undefined)
    signal.addEventListener('abort', () => void server.close(), { once: true })
    exchange.onmessage!(message as JSONRPCMessage)
    return exchange.#answered
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if ('result' in message || 'error' in message) this.#settle(message)
  }

  async close(): Promise<void> {
    this.#settle(undefined)
    this.onclose?.()
  }
}
