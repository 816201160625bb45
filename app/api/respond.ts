/**
 * Sends an answer of the API in the format that was negotiated.
 */
import { createHash } from 'node:crypto'
import { setPageHeaders } from '#app/web/page_headers'
import type { ApiRequest } from './api_request.js'
import { requestId } from './request_id.js'
import { browsablePage, type PageModel } from './renderers/html.js'
import { finishJson } from './renderers/json.js'
import { CONTENT_TYPES } from './renderers/negotiate.js'
import { toXml } from './renderers/xml.js'

export interface Answer {
  status?: number
  /** JSON text. */
  json: string
  allow: string[]
  headers?: Record<string, string>
  /** Answer a matching If-None-Match with 304. */
  conditional?: boolean
  /** What the browsable page shows beside the body. */
  page: () => Pick<PageModel, 'title' | 'trail' | 'links' | 'metadata'>
  /** A page of its own instead of that one. */
  html?: () => Promise<string>
}

/** Writes the answer to the response. */
export async function respond(request: ApiRequest, answer: Answer): Promise<void> {
  const { response } = request.ctx
  const status = answer.status ?? 200
  response.header('allow', answer.allow.join(', '))
  response.header('vary', 'Accept')
  response.header('x-request-id', requestId(request.ctx))
  response.header('x-content-type-options', 'nosniff')
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.header(name, value)

  const body = await render(request, answer, status)
  if (answer.conditional) {
    const tag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
    response.header('etag', tag)
    if (matches(request.ctx.request.header('if-none-match'), tag)) {
      response.status(304).send(null)
      return
    }
  }
  response.status(status).header('content-type', CONTENT_TYPES[request.format])
  response.send(body)
}

async function render(request: ApiRequest, answer: Answer, status: number): Promise<string> {
  switch (request.format) {
    case 'json':
      return finishJson(answer.json, request.indent)
    case 'xml':
      return toXml(JSON.parse(answer.json))
    case 'html':
      setPageHeaders(request.ctx.response)
      if (answer.html) return answer.html()
      return browsablePage(request.ctx, {
        ...answer.page(),
        status,
        url: request.url,
        method: request.method,
        allow: answer.allow,
        body: JSON.parse(answer.json),
      })
  }
}

/** Weak comparison (RFC 9110, 13.1.2). */
function matches(header: string | undefined, tag: string): boolean {
  if (!header) return false
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  return (
    header.trim() === '*' || header.split(',').some((candidate) => bare(candidate) === bare(tag))
  )
}

/** A link header of RFC 8288 for the neighbours of a page. */
export function linkHeader(next: string | null, previous: string | null): Record<string, string> {
  const links = [next && `<${next}>; rel="next"`, previous && `<${previous}>; rel="prev"`].filter(
    Boolean
  )
  return links.length ? { link: links.join(', ') } : {}
}
