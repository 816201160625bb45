import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { formLimit, signInFormLimit } from '#start/limiter'

/** Sign-in counts separately: other forms of an address do not keep its users out. */
const LIMITS = { forms: formLimit, signIn: signInFormLimit }

/**
 * Limits forms that can be used to guess, create or email something. It comes after the check of
 * the CSRF token: forms that other sites forge count against no address.
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
