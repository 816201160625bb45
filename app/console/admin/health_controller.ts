import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ConsoleRegistry } from '../console_registry.js'
import { linksFor, readHealth } from './health/read_health.js'

/** Status of search, emails and jobs. */
@inject()
export default class HealthController {
  constructor(private registry: ConsoleRegistry) {}

  async show(ctx: HttpContext) {
    const sections = await readHealth(ctx, this.registry)
    return ctx.view.render('console/admin/health', {
      sections,
      linked: linksFor(ctx, this.registry),
    })
  }
}
