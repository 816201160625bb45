/**
 * Authentication of tool server requests: an API token with the scheme Token,
 * or an access token with the scheme Bearer. The scheme must match the kind of
 * token (tool server, verification 1).
 */
import type { HttpContext } from '@adonisjs/core/http'
import { ACCOUNT_ERRORS } from '#app/accounts/errors'
import { errorResponse, type ErrorResponse } from '#app/support/error_response'
import { challenge, demandScope, refuse, TRANSPORT_ERROR } from './refusals.js'

const CREDENTIAL = /^(token|bearer) +(?=\S)/i

/**
 * Authenticates the request.
 *
 * @returns whether it was authenticated; if false, a response was sent
 */
export async function identified(ctx: HttpContext): Promise<boolean> {
  const header = ctx.request.header('authorization')
  if (header === undefined || !CREDENTIAL.test(header.trim())) {
    challenge(
      ctx,
      "The tool server requires 'Authorization: Token <API token>', or 'Authorization: Bearer <access token>' from an OAuth sign-in.",
      header !== undefined
    )
    return false
  }
  try {
    await ctx.auth.identify()
    return true
  } catch (error) {
    const response = errorResponse(error)
    if (!response) throw error
    sendRefusal(ctx, response)
    return false
  }
}

function sendRefusal(ctx: HttpContext, { status, kind, body, headers }: ErrorResponse): void {
  const { detail = '' } = (body ?? {}) as { detail?: string }
  if (status === 401)
    return challenge(ctx, `Curia rejected the request as unauthorized. ${detail}`.trim(), true)
  if (kind === ACCOUNT_ERRORS.insufficient_scope) return demandScope(ctx, detail)
  for (const [name, value] of Object.entries(headers)) ctx.response.header(name, value)
  refuse(ctx, status, { code: TRANSPORT_ERROR, message: detail })
}

/** Returns the identity of the credential for keys of stored data. */
export function getCredentialKey({ auth, request }: HttpContext): string {
  if (auth.authenticatedViaGuard !== 'token') return `oauth:${auth.getUserOrFail().id}`
  const [, token] = request.header('authorization')!.trim().split(/ +/)
  return `token:${token}`
}
