import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { VERSION } from '../protocol/tool_server.js'
import { toolServices } from '../services.js'
import { allowOrigin } from './cors.js'
import { cacheControl } from '#app/support/caching'

/** Whether the tool server works; open to everybody. */
export default class HealthController {
  async show(ctx: HttpContext) {
    allowOrigin(ctx)
    const { store } = await toolServices(app)
    const services = { mcp: true, [store.kind]: await store.works() }
    return ctx.response.header('cache-control', cacheControl('health')).json({
      status: Object.values(services).every(Boolean) ? 'healthy' : 'unhealthy',
      version: VERSION,
      services,
    })
  }
}
