import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { formLimit } from '#start/limiter'

/** Limits forms that can be used to guess, create or email something. */
export default class FormLimitMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    if (ctx.request.method() === 'POST') await formLimit.count(ctx)
    return next()
  }
}
