import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { SAFE_METHODS } from '#app/support/safe_methods'
import { WritePositions } from '#app/database/replicas/write_positions'

/**
 * Records the position in the write-ahead log after a request that may have written, for the next
 * reads of its account.
 */
@inject()
export default class WrittenPositionMiddleware {
  constructor(private positions: WritePositions) {}

  async handle(ctx: HttpContext, next: NextFn) {
    await next()
    const { user } = (ctx.auth ?? {}) as { user?: { id: number } }
    if (SAFE_METHODS.has(ctx.request.method()) || !user) return
    await this.positions
      .note(String(user.id))
      .catch((error) => ctx.logger.warn({ err: error }, 'could not record the position of a write'))
  }
}
