/**
 * Error responses of the tool server: JSON-RPC errors, and OAuth errors for
 * credentials (tool server, protocol 3 and 4).
 */
import type { HttpContext } from '@adonisjs/core/http'
import { bearerChallenge } from '#app/accounts/guards/credentials'
import { metadataAddress } from './address.js'

export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
/** Errors of the transport (MCP, Streamable HTTP). */
export const TRANSPORT_ERROR = -32000

export interface RpcError {
  code: number
  message: string
  data?: unknown
}

export type RpcId = string | number | null

/** Sends a JSON-RPC error. */
export function refuse(
  { response }: HttpContext,
  status: number,
  error: RpcError,
  id: RpcId = null
): void {
  response.status(status).json({ jsonrpc: '2.0', error, id })
}

/** Scopes for all tools. */
const SCOPE = 'openid api'

/**
 * Sends a 401 with the challenge of RFC 6750 and RFC 9728.
 *
 * @param sent whether the request has an invalid credential
 */
export function challenge(ctx: HttpContext, description: string, sent: boolean): void {
  sendChallenge(ctx, 401, description, sent ? 'invalid_token' : undefined)
}

/** Sends a 403 with the missing scope of a valid access token (RFC 6750, 3.1). */
export function demandScope(ctx: HttpContext, description: string): void {
  sendChallenge(ctx, 403, description, 'insufficient_scope')
}

function sendChallenge(
  ctx: HttpContext,
  status: number,
  description: string,
  error: string | undefined
): void {
  const text = bearerChallenge({
    ...(error && { error, error_description: description }),
    resource_metadata: metadataAddress(ctx),
    scope: SCOPE,
  })
  ctx.response
    .status(status)
    .header('www-authenticate', text)
    .json({ error: error ?? 'unauthorized', error_description: description })
}
