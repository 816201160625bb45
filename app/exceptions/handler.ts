/**
 * The one place where errors become answers.
 */
import { errors, ExceptionHandler, type HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#api/api_error'
import { describeDatabaseError } from './database_errors.js'
import { sendApiError, sendErrorPage } from './render.js'

export default class HttpExceptionHandler extends ExceptionHandler {
  protected override debug = false

  override async handle(error: unknown, ctx: HttpContext): Promise<void> {
    const answer = toApiError(error)
    if (ctx.request.url().startsWith('/api/')) return sendApiError(ctx, answer)
    return sendErrorPage(ctx, answer)
  }

  /** Only what is our own fault is worth a line in the log. */
  override async report(error: unknown, ctx: HttpContext): Promise<void> {
    if (toApiError(error).status < 500) return
    ctx.logger.error(
      { err: error, method: ctx.request.method(), path: ctx.request.url() },
      'request failed'
    )
  }
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof errors.E_ROUTE_NOT_FOUND) return ApiError.detail(404, 'Not found.')

  const database = describeDatabaseError(error)
  if (database) return database

  const { status, message } = error as Error & { status?: number }
  if (status && status >= 400 && status < 500) return ApiError.detail(status, message)
  return ApiError.detail(500, 'The server made a mistake. It has been written to its log.')
}
