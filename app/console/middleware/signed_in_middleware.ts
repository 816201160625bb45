import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { requireRight } from '#api/rights'
import { signInAddress } from '#app/accounts/sessions'

/** For pages of accounts; with `right`, for staff with this permission. */
export default class SignedInMiddleware {
  handle(ctx: HttpContext, next: NextFn, { right }: { right?: string } = {}) {
    if (!ctx.auth.user) return ctx.response.redirect(signInAddress(ctx.request))
    if (right) requireRight(ctx, right)
    return next()
  }
}
