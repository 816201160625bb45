/**
 * Renders errors: for the API in the requested format, and on pages as HTML.
 */
import { STATUS_CODES } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import { answerHeaders, requestId } from '#api/answer_headers'
import type { ErrorKind } from '#app/support/errors'
import type { ErrorBody } from '#app/support/api_error'
import type { ErrorResponse } from '#app/support/error_response'
import { browsablePage } from '#api/renderers/html'
import { getApiRoot, origin } from '#api/roots'
import { setPageHeaders } from '#app/support/page_headers'
import { toMoment } from '#app/web/dates'
import { signInAddress } from '#app/accounts/sessions'
import { toXml } from '#api/renderers/xml'
import { cacheControl } from '#app/support/caching'

/** Renders an error of the API. */
export async function sendApiError(ctx: HttpContext, error: ErrorResponse): Promise<void> {
  const { response } = ctx
  response.status(error.status)
  for (const [name, value] of Object.entries(answerHeaders(ctx, error.headers)))
    response.header(name, value)
  if (error.body === null) return response.send('')

  const [type, text] = await renderError(ctx, error, error.body)
  response.header('content-type', type).send(text)
}

async function renderError(
  ctx: HttpContext,
  { status, members, kind }: ErrorResponse,
  body: ErrorBody
): Promise<[type: string, text: string]> {
  const ofRequest = status >= 500 ? { request_id: requestId(ctx) } : {}
  switch (errorFormat(ctx)) {
    case 'problem': {
      const details = {
        ...problem(ctx, status, body),
        ...members,
        ...ofRequest,
        ...catalogued(kind),
      }
      return ['application/problem+json', JSON.stringify(details)]
    }
    case 'xml':
      return ['application/xml; charset=utf-8', toXml(body)]
    case 'html':
      return [
        'text/html; charset=utf-8',
        await errorPage(ctx, status, Array.isArray(body) ? body : { ...body, ...ofRequest }),
      ]
    default:
      return ['application/json', JSON.stringify(body)]
  }
}

function errorPage(ctx: HttpContext, status: number, body: ErrorBody): Promise<string> {
  setPageHeaders(ctx.response)
  return browsablePage(ctx, {
    title: `${status} ${STATUS_CODES[status] ?? ''}`,
    status,
    trail: [{ label: 'API', url: `${origin(ctx)}${getApiRoot(ctx.request.url())}v4/` }],
    url: origin(ctx) + ctx.request.url(true),
    method: ctx.request.method(),
    allow: [],
    body,
    ...(status === 401 ? { signIn: signInAddress(ctx.request) } : {}),
  })
}

/** The message of the API, for limits of pages. */
const THROTTLED = /^Request was throttled\. Expected available in \d+ seconds?\.$/

/** Renders an error of a page. */
export async function sendErrorPage(ctx: HttpContext, error: ErrorResponse): Promise<void> {
  const { response } = ctx
  setPageHeaders(response)
  for (const [name, value] of Object.entries(error.headers)) response.header(name, value)
  const title = STATUS_CODES[error.status] ?? 'Error'
  const detail = Array.isArray(error.body) ? error.body.join(' ') : String(error.body?.detail ?? '')
  const page = await ctx.view.render('pages/error', {
    title,
    status: error.status,
    detail: detail.replace(THROTTLED, 'You sent too many requests in a short time.'),
    requestId: requestId(ctx),
    retryIn: inWords(error.headers['retry-after']),
  })
  response
    .status(error.status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', cacheControl('own'))
    .send(page)
}

/** Never throws, because an error about the format must also be rendered. */
function errorFormat({ request }: HttpContext): 'problem' | 'json' | 'xml' | 'html' {
  const accept = request.header('accept') ?? ''
  if (accept.includes('application/problem+json')) return 'problem'
  const format = request.qs().format
  if (format === 'json' || format === 'xml') return format
  if (format === 'api' || format === 'html' || accept.includes('text/html')) return 'html'
  return /[/+]xml\b/.test(accept) && !accept.includes('json') ? 'xml' : 'json'
}

/** The entry in the error catalog, for problem details only. */
function catalogued(kind: ErrorKind | undefined): object {
  return kind ? { code: kind.code, hint: kind.hint } : {}
}

/** RFC 9457, with the usual keys as additional members. */
function problem({ request }: HttpContext, status: number, body: ErrorBody): object {
  const members = Array.isArray(body) ? { errors: body } : body
  const detail =
    'detail' in members
      ? members.detail
      : 'The request has invalid values. See the members named after them.'
  return {
    ...members,
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail,
    instance: request.url(true),
  }
}

/** `in 5 minutes`, for seconds in `Retry-After`; undefined for dates. */
function inWords(seconds: string | undefined): string | undefined {
  if (!/^\d+$/.test(seconds ?? '')) return undefined
  const count = Number(seconds)
  if (count < 60) return `in ${count} ${count === 1 ? 'second' : 'seconds'}`
  const now = Date.now()
  return toMoment(new Date(now + count * 1000), now)?.relative
}
