import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { pageVisitor } from '#app/accounts/page_visitor'
import { cacheControl } from '#app/support/caching'

/** For public pages, which only read sessions: their header shows the signed-in account. */
export default class PageVisitorMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const visitor = await pageVisitor(ctx)
    ctx.response.append('vary', 'Cookie')
    ctx.response.header('cache-control', cacheControl('pages', visitor ? 'private' : 'public'))
    if (visitor) ctx.view.share({ me: visitor.account })
    return next()
  }
}
