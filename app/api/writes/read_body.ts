import type { BodyParser, FileTaker } from './body_parser.js'
import type { HttpContext } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import { PARSES } from '../metadata.js'

/**
 * The body of a write. Read here and not in a global middleware, so that a
 * wrong method is reported before a wrong body.
 *
 * @param file takes the file of a multipart body; its field holds no value then
 * @throws ApiError 400, 413 or 415 when it cannot be read
 */
export async function readBody(
  ctx: HttpContext,
  parser: BodyParser,
  file?: FileTaker
): Promise<unknown> {
  const type = ctx.request.header('content-type')
  if (type && !ctx.request.is(PARSES)) {
    throw ApiError.detail(415, `Unsupported media type "${type}" in request.`)
  }
  if (!type && hasBody(ctx))
    throw ApiError.detail(
      415,
      `The request has a body and no Content-Type header. Say what it is: ${PARSES.join(', ')}.`
    )
  try {
    await parser.handle(ctx, async () => {}, file)
  } catch (error) {
    throw worded(error, ctx.request.header('content-encoding'))
  }
  return withInheritedNames(ctx)
}

/** How JSON may write the names that its parser drops. */
const INHERITED = /__proto__|constructor|\\u/

/** The body with the keys that parsers drop because objects inherit them: here they are keys like others. */
function withInheritedNames({ request }: HttpContext): unknown {
  const [body, raw] = [request.body(), request.raw()]
  if (!raw) return body
  if (request.bodyType === 'json') return INHERITED.test(raw) ? JSON.parse(raw) : body
  if (request.bodyType !== 'urlencoded') return body
  const dropped = [...new URLSearchParams(raw)].filter(([name]) => name in Object.prototype)
  return dropped.length ? Object.fromEntries([...Object.entries(body), ...dropped]) : body
}

function hasBody({ request: { request } }: HttpContext): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  return encoding !== undefined || Number(length) > 0
}

function worded(error: unknown, encoding: string | undefined): unknown {
  if (error instanceof ApiError) return error
  const { status, message } = error as Error & { status?: number }
  if (status === 413)
    return ApiError.detail(API_ERRORS.body_too_large, 'The request body is too large.')
  // What reads JSON runs out of stack.
  if (error instanceof RangeError)
    return ApiError.detail(
      API_ERRORS.malformed_body,
      'JSON parse error - the body is nested too deeply.'
    )
  if (error instanceof SyntaxError || status === 400 || status === 422) {
    return ApiError.detail(API_ERRORS.malformed_body, `JSON parse error - ${message}`)
  }
  // What unpacks bodies says what is wrong with one by codes of its own.
  if (encoding && status === undefined)
    return ApiError.detail(
      400,
      `The request body cannot be unpacked: it is not "${encoding}", as its Content-Encoding says.`
    )
  return error
}

/**
 * The body of a request to an endpoint that is no resource, as an object.
 *
 * @throws ApiError as `readBody`, and 400 when it is no object
 */
export async function bodyOf(ctx: HttpContext, app: ApplicationService): Promise<object> {
  // Loaded when wanted: it needs a running application, declarations do not.
  const { BodyParser: Parser } = await import('./body_parser.js')
  const body = await readBody(ctx, new Parser(app.config.get('bodyparser')))
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError(400, { non_field_errors: ['Invalid data. Expected an object.'] })
  return body
}
