import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { HealthCheck } from '#app/database/database_unavailable'
import { settings } from '#start/env'
import { Readiness } from './health/readiness.js'
import { isOperator } from './operator_access.js'
import { cacheControl } from '#app/support/caching'

/** For load balancers and supervisors. */
@inject()
export default class HealthController {
  constructor(
    private health: HealthCheck,
    private readiness: Readiness
  ) {}

  /** 200 when the database responds, 503 when it doesn't. */
  async show({ response }: HttpContext) {
    try {
      await this.health.run()
      return response.json({ status: 'ok' })
    } catch {
      return response.status(503).json({ status: 'database unavailable' })
    }
  }

  /** 200 as long as the process responds: other problems are no reason to restart it. */
  live({ response }: HttpContext) {
    return response.header('cache-control', cacheControl('health')).json({ status: 'ok' })
  }

  /**
   * 200 when the process can accept requests, 503 when it can't; details are for the operator
   * only.
   */
  async ready(ctx: HttpContext) {
    const { status, checks } = await this.readiness.report()
    const details = isOperator(ctx.request.request, settings.metricsToken)
    return ctx.response
      .status(status === 'error' ? 503 : 200)
      .header('cache-control', cacheControl('health'))
      .json({
        status,
        checks: Object.fromEntries(
          checks.map((check) => [
            check.name,
            details ? { status: check.status, message: check.message } : check.status,
          ])
        ),
      })
  }
}
