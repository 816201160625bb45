/**
 * Reads the JSON-RPC message of a POST request and sends error responses.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { API_ERRORS } from '#api/errors'
import { readJson } from '#api/writes/read_body'
import { ApiError } from '#app/support/api_error'
import settings from '../settings.js'
import { INVALID_REQUEST, PARSE_ERROR, refuse, TRANSPORT_ERROR } from './refusals.js'

export interface RpcMessage extends Record<string, unknown> {
  jsonrpc: '2.0'
  id?: string | number
  method?: string
}

/**
 * @param identified authenticates the request before its body is read
 * @returns the message; undefined if a response was sent
 */
export async function readMessage(
  ctx: HttpContext,
  identified: () => Promise<boolean>
): Promise<RpcMessage | undefined> {
  const { request } = ctx
  if (Number(request.header('content-length')) > settings.maxBytes) return refuseSize(ctx)
  if (!(await identified())) return undefined
  if (!isJson(request.header('content-type', '')!))
    return refuseText(ctx, 415, 'Unsupported media type: Content-Type must be application/json.')
  if (!acceptsJson(request.header('accept')))
    return refuseText(ctx, 406, 'Not acceptable: Accept must include application/json.')
  try {
    return checkedMessage(ctx, await readJson(request.request, { maxBytes: settings.maxBytes }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return refuseBody(ctx, error)
  }
}

function checkedMessage(ctx: HttpContext, value: unknown): RpcMessage | undefined {
  if (Array.isArray(value)) {
    refuse(ctx, 400, {
      code: INVALID_REQUEST,
      message: 'Invalid request: the body must contain one message. Batches are not supported.',
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

/** Whether a value is a request, a notification, or a response. */
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

function refuseBody(ctx: HttpContext, { status, kind, body }: ApiError): undefined {
  if (status === 413) return refuseSize(ctx)
  const { detail } = body as { detail: string }
  if (status === 415) return refuseText(ctx, status, detail)
  const error =
    kind === API_ERRORS.body_too_complex || detail.includes('nested too deeply')
      ? { code: INVALID_REQUEST, message: `Invalid request: ${detail}` }
      : { code: PARSE_ERROR, message: 'Parse error: the body is not JSON.' }
  refuse(ctx, status, error)
  return undefined
}

function refuseSize(ctx: HttpContext): undefined {
  ctx.response.header('connection', 'close')
  return refuseText(
    ctx,
    413,
    `Payload too large: the maximum message size is ${settings.maxBytes / 1024} KiB.`
  )
}

function refuseText(ctx: HttpContext, status: number, message: string): undefined {
  refuse(ctx, status, { code: TRANSPORT_ERROR, message })
  return undefined
}
