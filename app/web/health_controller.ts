import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'

/** For load balancers and supervisors: 200 when the database answers, 503 when it does not. */
export default class HealthController {
  async show({ response }: HttpContext) {
    const health = await app.container.make('curia.health')
    try {
      await health.run()
      return response.json({ status: 'ok' })
    } catch {
      return response.status(503).json({ status: 'database unavailable' })
    }
  }
}
