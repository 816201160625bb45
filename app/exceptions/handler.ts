/**
 * Converts all errors to responses.
 */
import { errors, ExceptionHandler, type HttpContext } from '@adonisjs/core/http'
import router from '@adonisjs/core/services/router'
import { errors as limiterErrors } from '@adonisjs/limiter'
import { errors as shieldErrors } from '@adonisjs/shield'
import { ApiError } from '#app/support/api_error'
import { NotReady } from '#app/support/domain_error'
import { errorResponse, type ErrorResponse } from '#app/support/error_response'
import { SERVER_ERRORS } from './errors.js'
import { methodNotAllowed } from '#api/errors'
import { isApiPath } from '#api/roots'
import { PasswordsBusy } from '#app/accounts/passwords'
import { signInAddress } from '#app/accounts/sessions'
import { attemptsThrottled } from '#app/throttle/headers'
import { logFailure } from '#app/database/database_unavailable'
import { SignInNeeded } from '#app/accounts/page_visitor'
import { MOUNT_ROUTES } from '#app/web/mount_routes'
import { redactKeys } from '#app/web/http_server'
import { EngineUnavailable } from '#app/search_engine/engine'
import { describeDatabaseError } from './database_errors.js'
import { sendApiError, sendErrorPage } from './render.js'

/** Status for features that are not configured on this server. */
const NOT_IMPLEMENTED = 501

export default class HttpExceptionHandler extends ExceptionHandler {
  protected override debug = false
  readonly #toldOnce = new Set<string>()

  override async handle(error: unknown, ctx: HttpContext): Promise<void> {
    if (error instanceof SignInNeeded) return ctx.response.redirect(signInAddress(ctx.request))
    const answer = responseTo(error, ctx)
    return isForPeople(ctx) ? sendErrorPage(ctx, answer) : sendApiError(ctx, answer)
  }

  /**
   * Logs server errors: unknown ones with their stack; known ones (a full disk, a disabled
   * feature, an unreachable database) in one line.
   */
  override async report(error: unknown, ctx: HttpContext): Promise<void> {
    if (error instanceof SignInNeeded || error instanceof NotReady) return
    const { status, body } = responseTo(error, ctx)
    if (status < 500) return
    if (status === NOT_IMPLEMENTED) return this.#tellOnce(sentenceOf(body), ctx)
    const request = { method: ctx.request.method(), path: redactKeys(ctx.request.url()) }
    if (status === 500) return logFailure(ctx.logger, error, 'request failed', request)
    // The cause of a known error names the unavailable service.
    const { cause, message } = error as Error
    const known = errorResponse(error) ? sentenceOf(body) : message
    const said = cause instanceof Error ? `${known} ${cause.message}` : known
    ctx.logger.warn({ ...request, status }, `request failed: ${said}`)
  }

  /** Logs each missing feature once, so that callers can't fill the log. */
  #tellOnce(detail: string, { logger }: HttpContext): void {
    if (this.#toldOnce.has(detail)) return
    this.#toldOnce.add(detail)
    logger.warn(`A request returned 501; further ones are not logged. ${detail}`)
  }
}

function sentenceOf(body: ErrorResponse['body']): string {
  return Array.isArray(body) ? body.join(' ') : String(body?.detail ?? JSON.stringify(body))
}

/**
 * Whether an error is shown as a page: on pages, unless the client requests JSON or XML, and
 * under mounts, which are for programs (OAuth, the tool server), if a browser requests it.
 */
function isForPeople({ request, route }: HttpContext): boolean {
  if (isApiPath(request.url())) return false
  const accept = request.header('accept') ?? ''
  if (accept.includes('text/html')) return true
  return !route?.name?.startsWith(MOUNT_ROUTES) && !/[/+](?:json|xml)\b/.test(accept)
}

function responseTo(error: unknown, ctx: HttpContext): ErrorResponse {
  const response = errorResponse(error)
  if (response) return response
  if (error instanceof errors.E_ROUTE_NOT_FOUND) return noRoute(ctx)
  if (error instanceof shieldErrors.E_BAD_CSRF_TOKEN) {
    const { form_expired: kind } = SERVER_ERRORS
    return ApiError.detail(kind, kind.message)
  }
  if (error instanceof limiterErrors.E_TOO_MANY_REQUESTS)
    return errorResponse(attemptsThrottled(error.response))!
  if (error instanceof PasswordsBusy) {
    return ApiError.detail(
      SERVER_ERRORS.passwords_busy,
      'Too many passwords are being checked. Try again shortly.',
      { 'retry-after': '1' }
    )
  }

  if (error instanceof EngineUnavailable) {
    const { search_unavailable: kind } = SERVER_ERRORS
    return ApiError.detail(kind, kind.message, { 'retry-after': '10' })
  }

  const database = describeDatabaseError(error)
  if (database) return database

  const { status, message, code } = error as Error & { status?: number; code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return ApiError.detail(
      SERVER_ERRORS.disk_full,
      'The disk of this server is full. Nothing was saved. Contact the operator of this server.'
    )
  }
  if (status && status >= 400 && status < 500) return ApiError.detail(status, message)
  return ApiError.detail(500, 'An internal error occurred and was logged.')
}

/** Methods of pages; API routes match all methods and reject unsupported ones themselves. */
const PAGE_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A URL with other methods is not unknown (RFC 9110, 15.5.6). */
function noRoute({ request }: HttpContext): ApiError {
  const allowed = PAGE_METHODS.filter((method) => router.match(request.url(), method, false))
  return allowed.length
    ? methodNotAllowed(request.method(), allowed.join(', '))
    : ApiError.detail(404, 'Not found.')
}
