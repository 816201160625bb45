import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'

/** For load balancers and supervisors: 200 when the database answers, 503 when it does not. */
export default class HealthController {
  async show({ response }: HttpContext) {
    const reader = await app.container.make('curia.reader')
    try {
      await reader.rows('SELECT 1', [])
      return response.json({ status: 'ok' })
    } catch {
      return response.status(503).json({ status: 'database unavailable' })
    }
  }
}
