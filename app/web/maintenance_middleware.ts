import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { Maintenance, MAINTENANCE_ERRORS } from '#app/maintenance/maintenance'
import { ApiError } from '#app/support/api_error'
import { SAFE_METHODS } from '#app/support/safe_methods'

/** Paths that staff need to end maintenance, and those for monitoring. */
const ALWAYS = /^\/(?:admin|sign-in|sign-out|assets|health|metrics|monitoring|robots\.txt)(?:\/|$)/

/** Announces the maintenance window, and responds with 503 during maintenance. */
@inject()
export default class MaintenanceMiddleware {
  constructor(private maintenance: Maintenance) {}

  handle(ctx: HttpContext, next: NextFn) {
    const { maintenance } = this
    const window = maintenance.announced()
    if (window) {
      const times = [window.start, window.end].map((time) =>
        time.toUTC().toISO({ precision: 'second' })
      )
      ctx.response.response.setHeader('maintenance-window', times.join('/'))
    }
    const { isOn, reads } = maintenance.state
    const { method = '', url = '' } = ctx.request.request
    if (!isOn || (reads && SAFE_METHODS.has(method)) || ALWAYS.test(url.split('?', 1)[0]!))
      return next()
    throw ApiError.detail(
      MAINTENANCE_ERRORS.maintenance,
      reads
        ? 'The server is in maintenance mode and accepts only read requests.'
        : 'The server is down for maintenance.',
      { 'retry-after': String(maintenance.retryAfter()) }
    )
  }
}
