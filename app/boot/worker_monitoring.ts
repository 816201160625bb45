/**
 * Health and metrics of a worker on WORKER_PORT. It serves nothing else.
 */
import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Registry } from 'prom-client'
import { metrics, processMetrics } from '#app/support/metrics'
import { StartupError } from '#app/support/startup_error'
import { createHttpServer } from '#app/web/http_server'
import { isOperator, metricsRefusal } from '#app/web/operator_access'
import { cacheControl } from '#app/support/caching'

const JSON_TYPE = 'application/json'

export interface MonitoringAddress {
  host: string
  port: number
  /** Value of METRICS_TOKEN; null: metrics are only available on this machine. */
  token: string | null
}

/**
 * Listens until the returned server is closed.
 *
 * @throws StartupError if the port is in use
 */
export async function serveMonitoring({ host, port, token }: MonitoringAddress): Promise<Server> {
  const server = createHttpServer((request, response) => answer(request, response, token))
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new StartupError(`port ${port} on ${host} is in use. Set WORKER_PORT to a free port.`)
  }
  return server
}

async function answer(request: IncomingMessage, response: ServerResponse, token: string | null) {
  response.setHeader('cache-control', cacheControl('health'))
  response.setHeader('x-content-type-options', 'nosniff')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const [path] = request.url!.split('?')
  if (isRead && path === '/health/live') return send(response, 200, JSON_TYPE, '{"status":"ok"}')
  if (!isRead || path !== '/metrics')
    return send(
      response,
      404,
      JSON_TYPE,
      JSON.stringify({ detail: 'Workers only serve GET /health/live and GET /metrics.' })
    )
  if (!isOperator(request, token)) {
    const { status, body, headers } = metricsRefusal(token)
    response.setHeaders(new Map(Object.entries(headers)))
    return send(response, status, JSON_TYPE, JSON.stringify(body))
  }
  const counted = Registry.merge([metrics, processMetrics])
  send(response, 200, counted.contentType, await counted.metrics())
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}
