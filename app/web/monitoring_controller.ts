import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import { requireRight } from '#api/rights'
import { Monitoring } from './monitoring.js'
import { Gate } from '#api/gate'
import { settings } from '#start/env'
import { isOperator, metricsRefusal } from './operator_access.js'
import { ServerMetrics } from './server_metrics.js'
import { cacheControl } from '#app/support/caching'

const PLAIN = 'text/plain; charset=utf-8'

/** Monitoring endpoints (web, 6): 200, or 500 if the checked service is down. */
@inject()
export default class MonitoringController {
  constructor(
    private monitoring: Monitoring,
    private figures: ServerMetrics,
    private gate: Gate
  ) {}

  heartbeat({ response }: HttpContext) {
    return unstored(response).header('content-type', PLAIN).send('OK')
  }

  async services({ response }: HttpContext) {
    const services = await this.monitoring.services()
    const up = Object.values(services).every(Boolean)
    return unstored(response)
      .status(up ? 200 : 500)
      .json(services)
  }

  async search({ response }: HttpContext) {
    const up = await this.monitoring.isSearchUp()
    return unstored(response)
      .status(up ? 200 : 500)
      .json({ is_elastic_up: up })
  }

  async redisWrites({ response }: HttpContext) {
    const written = await this.monitoring.writesToRedis()
    if (written === undefined) throw ApiError.detail(404, "This server doesn't use Redis.")
    return unstored(response)
      .status(written ? 200 : 500)
      .header('content-type', PLAIN)
      .send(written ? 'Successful Redis write.' : 'Redis write failed.')
  }

  async queues({ response }: HttpContext) {
    return unstored(response).json(await this.monitoring.queueLengths())
  }

  /** For the operator's tools, such as Prometheus. */
  async metrics(ctx: HttpContext) {
    if (!isOperator(ctx.request.request, settings.metricsToken))
      throw metricsRefusal(settings.metricsToken)
    return this.#send(ctx)
  }

  /** For accounts with access to the dashboard: its details are not public. */
  async prometheus(ctx: HttpContext) {
    await this.gate.authenticate(ctx)
    requireRight(ctx, 'dashboard.view')
    return this.#send(ctx)
  }

  async #send({ response }: HttpContext) {
    return unstored(response)
      .header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
      .send(await this.figures.text())
  }
}

function unstored(response: HttpContext['response']): HttpContext['response'] {
  return response
    .header('cache-control', cacheControl('health'))
    .header('x-content-type-options', 'nosniff')
}
