/**
 * Reads the JSON-RPC message of a POST. Refusals are sent from here.
 */
import type { IncomingMessage } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import { INVALID_REQUEST, PARSE_ERROR, refuse, TRANSPORT_ERROR } from './refusals.js'

/** Bytes of a message at most. */
const MAX_SIZE = 4 * 1024 * 1024

export interface RpcMessage extends Record<string, unknown> {
  jsonrpc: '2.0'
  id?: string | number
  method?: string
}

/**
 * @param identified authenticates the request, before its body is read
 * @returns the message; undefined when a response was sent
 */
export async function readMessage(
  ctx: HttpContext,
  identified: () => Promise<boolean>
): Promise<RpcMessage | undefined> {
  const { request } = ctx
  if (Number(request.header('content-length')) > MAX_SIZE) return refuseSize(ctx)
  if (!(await identified())) return undefined
  if (!isJson(request.header('content-type', '')!))
    return refuseText(ctx, 415, 'Unsupported media type: Content-Type must be application/json.')
  if (!acceptsJson(request.header('accept')))
    return refuseText(ctx, 406, 'Not acceptable: Accept must include application/json.')
  const text = await readText(request.request)
  if (text === undefined) return refuseSize(ctx)
  return parse(ctx, text)
}

function parse(ctx: HttpContext, text: string): RpcMessage | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    refuse(ctx, 400, { code: PARSE_ERROR, message: 'Parse error: the body is not JSON.' })
    return undefined
  }
  if (Array.isArray(value)) {
    refuse(ctx, 400, {
      code: INVALID_REQUEST,
      message: 'Invalid request: a body has one message. Batches are not part of this protocol.',
    })
    return undefined
  }
  if (!isMessage(value)) {
    refuse(ctx, 400, {
      code: INVALID_REQUEST,
      message: 'Invalid request: the body is not a JSON-RPC 2.0 message.',
    })
    return undefined
  }
  return value
}

/** A request, a notification or a response. */
function isMessage(value: unknown): value is RpcMessage {
  if (typeof value !== 'object' || value === null) return false
  const { jsonrpc, id, method, params, result, error } = value as Record<string, unknown>
  if (jsonrpc !== '2.0') return false
  if (id !== undefined && typeof id !== 'string' && !Number.isSafeInteger(id)) return false
  if (params !== undefined && (typeof params !== 'object' || params === null)) return false
  if (Array.isArray(params)) return false
  return method === undefined
    ? id !== undefined && (result !== undefined || error !== undefined)
    : typeof method === 'string'
}

function isJson(type: string): boolean {
  return type.split(';')[0]!.trim().toLowerCase() === 'application/json'
}

function acceptsJson(accept: string | undefined): boolean {
  if (!accept) return true
  return accept
    .toLowerCase()
    .split(',')
    .some((part) => /^\s*(application\/json|application\/\*|\*\/\*)\s*(;|$)/.test(part))
}

/** The body as text; undefined when it is too large. */
async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_SIZE) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function refuseSize(ctx: HttpContext): undefined {
  ctx.response.header('connection', 'close')
  return refuseText(
    ctx,
    413,
    `Payload too large: a message has at most ${MAX_SIZE / 1024 / 1024} MiB.`
  )
}

function refuseText(ctx: HttpContext, status: number, message: string): undefined {
  refuse(ctx, status, { code: TRANSPORT_ERROR, message })
  return undefined
}
