import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { VERSION } from '../protocol/tool_server.js'
import { ToolServices } from '../services.js'
import { allowOrigin } from './address.js'
import { cacheControl } from '#app/support/caching'

/** Public health check of the tool server. */
@inject()
export default class HealthController {
  constructor(private services: ToolServices) {}

  async show(ctx: HttpContext) {
    allowOrigin(ctx)
    const { store } = this.services
    const services = { mcp: true, [store.kind]: await store.works() }
    return ctx.response.header('cache-control', cacheControl('health')).json({
      status: Object.values(services).every(Boolean) ? 'healthy' : 'unhealthy',
      version: VERSION,
      services,
    })
  }
}
