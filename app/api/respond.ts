/** Sends API responses in the negotiated format. */
import { createHash, hash } from 'node:crypto'
import { selectContentCoding, compressed } from '#app/support/content_coding'
import { PAGE_HEADERS } from '#app/support/page_headers'
import { answerHeaders } from './answer_headers.js'
import type { ApiRequest } from './api_request.js'
import {
  encodeParts,
  MAX_SHORT_BODY,
  MAX_SHORT_RENDER,
  renderLong,
  sendBytes,
} from './long_answers.js'
import { parseExactly, finishJson } from './renderers/exact_json.js'
import { browsablePage, type PageModel } from './renderers/html.js'
import { CONTENT_TYPES } from './renderers/negotiate.js'
import { toXml } from './renderers/xml.js'
import type { HttpContext } from '@adonisjs/core/http'
import { NotReady } from '#app/support/domain_error'

export interface Answer {
  status?: number
  /** JSON text, in parts if it may be long. */
  json: string | readonly string[]
  /** Value of the Allow header. */
  allow: string
  headers?: Record<string, string>
  /** Respond with 304 to a matching If-None-Match. */
  conditional?: boolean
  /** Content of the browsable page in addition to the body. */
  page: () => Pick<PageModel, 'title' | 'trail' | 'links' | 'metadata' | 'form' | 'count' | 'write'>
  /** A custom page instead of the browsable page. */
  html?: () => Promise<string>
}

/** Writes all headers at once, which is faster than one by one. */
export async function respond(request: ApiRequest, answer: Answer): Promise<void> {
  const body = await render(request, answer)
  const headers: Record<string, string | number> = {
    'content-type': CONTENT_TYPES[request.format],
    'allow': answer.allow,
    'x-content-type-options': 'nosniff',
    ...(request.format === 'html' ? PAGE_HEADERS : {}),
    ...answerHeaders(request.ctx, answer.headers),
  }
  const out = request.ctx.response.response
  if (answer.conditional) {
    const tag = `W/"${tagOf(body)}"`
    headers.etag = tag
    if (matches(request.ctx.request.header('if-none-match'), tag)) {
      out.writeHead(304, headers).end()
      return
    }
  }
  if (typeof body !== 'string') return sendLong(request, answer, { body, headers })
  const size = Buffer.byteLength(body)
  const coding = selectContentCoding(request.ctx, size, headers['cache-control'])
  if (!coding) {
    headers['content-length'] = size
    out.writeHead(answer.status ?? 200, headers).end(body)
    return
  }
  const work = compressed(body, coding)
  const bytes = work instanceof Promise ? await work : work
  headers['content-encoding'] = coding
  headers['content-length'] = bytes.length
  out.writeHead(answer.status ?? 200, headers).end(bytes)
}

/** Sends a body in parts. */
async function sendLong(
  { ctx }: ApiRequest,
  { status = 200 }: Answer,
  { body, headers }: { body: readonly Buffer[]; headers: Record<string, string | number> }
): Promise<void> {
  const size = body.reduce((sum, piece) => sum + piece.length, 0)
  const coding = selectContentCoding(ctx, size, headers['cache-control'])
  if (coding) headers['content-encoding'] = coding
  else headers['content-length'] = size
  const out = ctx.response.response
  out.writeHead(status, headers)
  if (ctx.request.method() === 'HEAD') return void out.end()
  await sendBytes(out, body, coding)
}

/** @returns the bytes of a long body */
async function render(request: ApiRequest, answer: Answer): Promise<string | Buffer[]> {
  const { json } = answer
  const { format, indent } = request
  const parts = typeof json === 'string' ? [json] : json
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (format === 'json' && !indent)
    return length > MAX_SHORT_BODY
      ? encodeParts(parts, (part) => finishJson(part, 0))
      : finishJson(parts.join(''), 0)
  if (length <= MAX_SHORT_RENDER) return renderShort(request, answer, parts.join(''))
  if (format === 'html' && answer.html) return answer.html()
  const how = { as: format === 'html' ? 'tree' : format, indent } as const
  const rendered = await renderLong(parts, how, disconnectSignal(request.ctx))
  const body = format === 'html' ? await pageOf(request, answer, { tree: rendered }) : rendered
  return body.length > MAX_SHORT_BODY ? encodeParts([body], (part) => part) : body
}

async function renderShort(request: ApiRequest, answer: Answer, json: string): Promise<string> {
  if (request.format === 'json') return finishJson(json, request.indent)
  if (request.format === 'xml') return toXml(parseExactly(json))
  if (answer.html) return answer.html()
  return pageOf(request, answer, { body: parseExactly(json) })
}

function pageOf(
  { ctx, url, method }: ApiRequest,
  { page, status = 200, allow }: Answer,
  shown: Pick<PageModel, 'body' | 'tree'>
): Promise<string> {
  return browsablePage(ctx, {
    ...page(),
    ...shown,
    status,
    url,
    method,
    allow: allow.split(', '),
  })
}

function tagOf(body: string | readonly Buffer[]): string {
  if (typeof body === 'string') return hash('sha1', body, 'base64url')
  const sum = createHash('sha1')
  for (const part of body) sum.update(part)
  return sum.digest('base64url')
}

/** Weak comparison (RFC 9110, 13.1.2). */
function matches(header: string | undefined, tag: string): boolean {
  if (!header) return false
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  return (
    header.trim() === '*' || header.split(',').some((candidate) => bare(candidate) === bare(tag))
  )
}

/** The warning for ignored names; undefined without any. */
export function formatIgnoredWarning(names: string[], what: string): string | undefined {
  if (!names.length) return undefined
  // Maximum number of names in the warning.
  const listed = names
    .slice(0, 250)
    .map((name) => encodeURIComponent(name))
    .join(', ')
  return `Ignored unknown ${what}: ${listed.slice(0, 500)}`
}

/** A Warning header for the given texts. */
export function buildWarningHeader(...texts: (string | undefined)[]): Record<string, string> {
  const warnings = texts.filter((text) => text !== undefined).map((text) => `299 - "${text}"`)
  return warnings.length ? { warning: warnings.join(', ') } : {}
}

/**
 * Maximum number of characters of a Link header. Clients and proxies accept headers of 16 KB,
 * but often only 8 KB.
 */
const MAX_LINKS = 6_000

/**
 * A Link header (RFC 8288) for the adjacent pages. Links that are too long for it are only in
 * the body.
 */
export function linkHeader(next: string | null, previous: string | null): Record<string, string> {
  const links = [next && `<${next}>; rel="next"`, previous && `<${previous}>; rel="prev"`].filter(
    Boolean
  )
  const link = links.join(', ')
  return link && link.length <= MAX_LINKS ? { link } : {}
}

/** The client closed the connection before the response. Not logged. */
class ClientDisconnected extends NotReady {
  override name = 'ClientDisconnected'

  constructor() {
    super('The client closed the connection.', 1)
  }
}

/**
 * @returns a signal that is aborted with ClientDisconnected if the connection closes before
 *   the response is sent
 */
export function disconnectSignal({ response: { response } }: HttpContext): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new ClientDisconnected())
  })
  return gone.signal
}
