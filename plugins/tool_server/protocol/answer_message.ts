/**
 * Answers a JSON-RPC message in the sender's revision of the protocol:
 * 2024-11-05 to 2025-11-25 with a handshake, or 2026-07-28 without. The server
 * is stateless and has no sessions.
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
import { EventStream } from '../http/event_stream.js'
import { INVALID_PARAMS, INVALID_REQUEST, refuse, TRANSPORT_ERROR } from '../http/refusals.js'
import type { ToolServices } from '../services.js'
import { answerModern } from './modern_era.js'
import { findParamsProblem } from './request_params.js'
import { createToolServer, type ToolServerContext } from './tool_server.js'
import { origin } from '#api/roots'
import { ApiClient } from '#app/tools/api_client'
import type { CallerState, ToolContext } from '#app/tools/define_tool'
import { getCredentialKey } from '../http/credential.js'
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
  const stream = new EventStream(ctx)
  const serverContext: ToolServerContext = {
    services,
    context: (progress) => toolContext(ctx, services, { progress, signal: gone.signal }),
    isStreamed: stream.isAccepted,
  }
  if (isModern(ctx, message))
    return answerModern(ctx, message, { ...serverContext, stream, signal: gone.signal })
  const { method, id } = message
  if (method !== 'initialize' && !isSupported(request.header('mcp-protocol-version')))
    return refuse(ctx, 400, {
      code: TRANSPORT_ERROR,
      message: `Bad request: unsupported protocol version (supported versions: ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')})`,
    })
  if (method === undefined || id === undefined) return response.status(202).send(null)
  const problem = findParamsProblem(message)
  if (problem) return refuse(ctx, 200, { code: INVALID_PARAMS, message: problem }, id)
  const server = createToolServer(serverContext)
  const answer = await SingleExchange.answer(server, message, {
    signal: gone.signal,
    notified: (notification) => stream.send(notification),
  })
  if (answer) return stream.isOpen ? stream.end(answer) : sendJson(ctx, JSON.stringify(answer))
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

/** Whether a message uses, or claims to use, the revision without a handshake. */
function isModern({ request }: HttpContext, message: RpcMessage): boolean {
  const version = request.header('mcp-protocol-version')
  const method = request.header('mcp-method')
  const name = request.header('mcp-name')
  const { _meta: meta } = (message.params ?? {}) as { _meta?: unknown }
  // Skips the SDK's classifier if nothing indicates that revision.
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

/** Bypasses the framework's serializer, which checks for circular references. */
function sendJson({ response }: HttpContext, body: string): void {
  response.relayHeaders()
  response.response
    .writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    .end(body)
}

/** Whether a revision is supported. Clients that don't name one use a handshake. */
function isSupported(version: string | undefined): boolean {
  return version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version.trim())
}

/** Creates the context of a tool call on behalf of the caller. */
function toolContext(
  ctx: HttpContext,
  { app, registry, reader, store, secret, dispatch }: ToolServices,
  { progress, signal }: Pick<ToolContext, 'progress' | 'signal'>
): ToolContext {
  const { request } = ctx
  let state: CallerState | undefined
  return {
    app,
    progress,
    signal,
    catalog: registry.catalog,
    documents: registry.documents,
    api: new ApiClient(dispatch as never, {
      authorization: request.header('authorization')!,
      origin: origin(ctx),
      address: request.ip(),
      signal,
    }),
    // Lazy, because few tools store data.
    get state() {
      return (state ??= callerState(store, callerHash(secret, getCredentialKey(ctx))))
    },
    texts: new KeptTexts(store, servedDocuments(registry, reader)),
  }
}

/**
 * SDK transport for one request, notifications about it, and its response. The HTTP transports
 * of the SDK support batches and sessions, which this server doesn't.
 */
export class SingleExchange implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  readonly #answered: Promise<JSONRPCMessage | undefined>
  #settle!: (answer: JSONRPCMessage | undefined) => void
  #notified: (notification: JSONRPCMessage) => void = () => {}

  constructor() {
    this.#answered = new Promise((resolve) => (this.#settle = resolve))
  }

  /**
   * Passes a request to a server.
   *
   * @param exchange a signal that aborts the call, and a function that receives notifications
   * @returns the response; undefined if the client disconnected or the SDK rejected the message
   */
  static async answer(
    server: Server,
    message: RpcMessage,
    { signal, notified }: { signal: AbortSignal; notified?: (message: JSONRPCMessage) => void }
  ): Promise<JSONRPCMessage | undefined> {
    const exchange = new SingleExchange()
    if (notified) exchange.#notified = notified
    await server.connect(exchange)
    // The SDK reports an invalid message here and doesn't answer it.
    server.onerror = () => exchange.#settle(undefined)
    signal.addEventListener('abort', () => void server.close(), { once: true })
    exchange.onmessage!(message as JSONRPCMessage)
    return exchange.#answered
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if ('result' in message || 'error' in message) this.#settle(message)
    else this.#notified(message)
  }

  async close(): Promise<void> {
    this.#settle(undefined)
    this.onclose?.()
  }
}
