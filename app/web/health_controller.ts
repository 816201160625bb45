import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { HealthCheck } from '#app/database/health_check'

/** For load balancers and supervisors: 200 when the database answers, 503 when it does not. */
@inject()
export default class HealthController {
  constructor(private health: HealthCheck) {}

  async show({ response }: HttpContext) {
    try {
      await this.health.run()
      return response.json({ status: 'ok' })
    } catch {
      return response.status(503).json({ status: 'database unavailable' })
    }
  }
}
