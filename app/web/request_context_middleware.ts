import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { requestId } from '#api/answer_headers'
import { counter, durations } from '#app/support/metrics'
import { isTraced, inSpan } from '#app/support/tracing/spans'
import { inContext } from '#app/support/work_context'

const requests = counter('curia_requests_total', 'Answered requests by route and status.', [
  'method',
  'route',
  'status',
])

const seconds = durations(
  'curia_request_seconds',
  'Seconds until a request was answered, by route.',
  ['route'],
  [0.005, 0.02, 0.1, 0.5, 2, 10]
)

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Counts each request, and makes its ID known to what it sets off. */
export default class RequestContextMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    const began = performance.now()
    const { response } = ctx.response
    response.once('close', () => {
      // Of addresses without a route nothing is kept: anyone can make them up.
      const route = ctx.route?.pattern ?? 'none'
      const method = ctx.request.request.method ?? ''
      requests.inc({
        method: METHODS.has(method) ? method : 'other',
        route,
        // A client that left before the answer.
        status: response.headersSent ? response.statusCode : 499,
      })
      seconds.observe({ route }, (performance.now() - began) / 1000)
    })
    const id = requestId(ctx)
    const work = () => inContext({ requestId: id }, next)
    return isTraced() ? tracedRequest(ctx, id, work) : work()
  }
}

/**
 * Does a request in a span that continues the caller's trace. Its name and
 * attributes have the pattern of the route, not the URL, which may have
 * secrets in it.
 */
function tracedRequest<T>(ctx: HttpContext, id: string, work: () => T): T {
  const { request, response } = ctx
  const { traceparent, tracestate } = request.headers()
  const method = request.method()
  const start = {
    kind: 'server' as const,
    attributes: { 'http.request.method': method, 'curia.request_id': id },
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
