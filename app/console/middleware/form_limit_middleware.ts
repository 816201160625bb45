import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { formLimit, signInFormLimit } from '#start/limiter'

/** Sign-in has a separate limit: other forms from an IP address don't lock out its users. */
const LIMITS = { forms: formLimit, signIn: signInFormLimit }

/**
 * Limits forms that can be used for guessing, bulk creation, or sending emails. Runs after the
 * CSRF check, so that forged forms of other sites don't count.
 */
export default class FormLimitMiddleware {
  async handle(
    ctx: HttpContext,
    next: NextFn,
    { limit = 'forms' }: { limit?: keyof typeof LIMITS } = {}
  ) {
    if (ctx.request.method() === 'POST') await LIMITS[limit].count(ctx)
    return next()
  }
}
