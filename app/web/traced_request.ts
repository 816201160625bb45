import type { HttpContext } from '@adonisjs/core/http'
import { inSpan } from '#app/support/tracing/spans'

/**
 * Does a request in a span that continues the caller's trace. Its name and
 * attributes have the pattern of the route, not the URL, which may have
 * secrets in it.
 */
export function tracedRequest<T>(ctx: HttpContext, requestId: string, work: () => T): T {
  const { request, response } = ctx
  const { traceparent, tracestate } = request.headers()
  const method = request.method()
  const start = {
    kind: 'server' as const,
    attributes: { 'http.request.method': method, 'curia.request_id': requestId },
    caller: { traceparent: oneOf(traceparent), tracestate: oneOf(tracestate) },
  }
  return inSpan(method, start, (span) => {
    response.response.once('close', () => {
      const { headersSent, statusCode } = response.response
      const route = ctx.route?.pattern
      if (route) span?.updateName(`${method} ${route}`).setAttribute('http.route', route)
      if (headersSent) span?.setAttribute('http.response.status_code', statusCode)
      // SpanStatusCode.ERROR, without the module.
      if (!headersSent || statusCode >= 500) span?.setStatus({ code: 2 })
      span?.end()
    })
    return work()
  })
}

const oneOf = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header[0] : header
