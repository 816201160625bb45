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
  'Response time in seconds, by route.',
  ['route'],
  [0.005, 0.02, 0.1, 0.5, 2, 10]
)

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Counts requests, and provides their ID to the work they start. */
export default class RequestContextMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    const began = performance.now()
    const { response } = ctx.response
    response.once('close', () => {
      // URLs without a route are not labels: clients can make up any number of them.
      const route = ctx.route?.pattern ?? 'none'
      const method = ctx.request.request.method ?? ''
      requests.inc({
        method: METHODS.has(method) ? method : 'other',
        route,
        // The client disconnected before the response.
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
 * Handles a request in a span that continues the caller's trace. The name and attributes have
 * the pattern of the route instead of the URL, which may contain secrets.
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
      // SpanStatusCode.ERROR, without importing the module.
      if (!headersSent || statusCode >= 500) span?.setStatus({ code: 2 })
      span?.end()
    })
    return work()
  })
}

const oneOf = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header[0] : header
