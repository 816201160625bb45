import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { requireRight } from '#api/rights'
import { signInAddress } from '#app/accounts/sessions'
import { withSource } from '#app/database/change_source'

/** For pages of accounts; with `right`, for staff with this permission. */
export default class SignedInMiddleware {
  handle(ctx: HttpContext, next: NextFn, { right }: { right?: string } = {}) {
    const { user } = ctx.auth
    if (!user) return ctx.response.redirect(signInAddress(ctx.request))
    if (right) requireRight(ctx, right)
    const source = ctx.request.url().startsWith('/admin/') ? 'staff' : 'site'
    return withSource({ source, accountId: user.id }, next)
  }
}
