/**
 * Sends an answer of the API in the format that was negotiated.
 */
import { hash } from 'node:crypto'
import { codingOf, compressed } from '#app/support/content_coding'
import { PAGE_HEADERS } from '#app/support/page_headers'
import { answerHeaders } from './answer_headers.js'
import type { ApiRequest } from './api_request.js'
import { parseExactly } from './renderers/exact_json.js'
import { browsablePage, type PageModel } from './renderers/html.js'
import { finishJson } from './renderers/json.js'
import { CONTENT_TYPES, type Format } from './renderers/negotiate.js'
import { toXml } from './renderers/xml.js'

export interface Answer {
  status?: number
  /** JSON text. */
  json: string
  /** Value of the Allow header. */
  allow: string
  headers?: Record<string, string>
  /** Answer a matching If-None-Match with 304. */
  conditional?: boolean
  /** What the browsable page shows beside the body. */
  page: () => Pick<PageModel, 'title' | 'trail' | 'links' | 'metadata' | 'form' | 'count' | 'write'>
  /** A page of its own instead of that one. */
  html?: () => Promise<string>
}

/**
 * Writes the answer, its head in one piece and not header by header.
 */
export async function respond(request: ApiRequest, answer: Answer): Promise<void> {
  const body =
    request.format === 'json'
      ? finishJson(answer.json, request.indent)
      : await render(request, answer, request.format)
  const headers: Record<string, string | number> = {
    'content-type': CONTENT_TYPES[request.format],
    'allow': answer.allow,
    'x-content-type-options': 'nosniff',
    ...(request.format === 'html' ? PAGE_HEADERS : {}),
    ...answerHeaders(request.ctx, answer.headers),
  }
  const out = request.ctx.response.response
  if (answer.conditional) {
    const tag = `W/"${hash('sha1', body, 'base64url')}"`
    headers.etag = tag
    if (matches(request.ctx.request.header('if-none-match'), tag)) {
      out.writeHead(304, headers).end()
      return
    }
  }
  const size = Buffer.byteLength(body)
  const coding = codingOf(request.ctx, size, headers['cache-control'])
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

async function render(
  request: ApiRequest,
  answer: Answer,
  format: Exclude<Format, 'json'>
): Promise<string> {
  if (format === 'xml') return toXml(parseExactly(answer.json))
  if (answer.html) return answer.html()
  return browsablePage(request.ctx, {
    ...answer.page(),
    status: answer.status ?? 200,
    url: request.url,
    method: request.method,
    allow: answer.allow.split(', '),
    body: parseExactly(answer.json),
  })
}

/** Weak comparison (RFC 9110, 13.1.2). */
function matches(header: string | undefined, tag: string): boolean {
  if (!header) return false
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  return (
    header.trim() === '*' || header.split(',').some((candidate) => bare(candidate) === bare(tag))
  )
}

/** What a warning says of names that were ignored; nothing when none was. */
export function ignored(names: string[], what: string): string | undefined {
  if (!names.length) return undefined
  const listed = names.map((name) => encodeURIComponent(name)).join(', ')
  return `Ignored, as no ${what}: ${listed.slice(0, 500)}`
}

/** A header with a warning for each text. */
export function warningOf(...texts: (string | undefined)[]): Record<string, string> {
  const warnings = texts.filter((text) => text !== undefined).map((text) => `299 - "${text}"`)
  return warnings.length ? { warning: warnings.join(', ') } : {}
}

/** A link header of RFC 8288 for the neighbours of a page. */
export function linkHeader(next: string | null, previous: string | null): Record<string, string> {
  const links = [next && `<${next}>; rel="next"`, previous && `<${previous}>; rel="prev"`].filter(
    Boolean
  )
  return links.length ? { link: links.join(', ') } : {}
}
