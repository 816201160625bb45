import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { MIN_PASSWORD_LENGTH } from '#app/accounts/passwords'
import { setPageHeaders } from '#app/support/page_headers'
import { inject } from '@adonisjs/core'
import { ConsoleRegistry } from '../console_registry.js'
import { cacheControl } from '#app/support/caching'

/** Pages with a session: shares the signed-in account and its menus with all templates. */
@inject()
export default class ConsoleMiddleware {
  constructor(private registry: ConsoleRegistry) {}

  async handle(ctx: HttpContext, next: NextFn) {
    setPageHeaders(ctx.response)
    // Pages about an account are private.
    ctx.response.header('cache-control', cacheControl('own'))
    await ctx.auth.checkUsing(['web'])
    ctx.view.share({
      me: ctx.auth.user,
      navigation: this.registry.buildNavigation(ctx.auth.user?.rights),
      path: ctx.request.url(),
      shortestPassword: MIN_PASSWORD_LENGTH,
      notice: ctx.session.flashMessages.get('notice'),
    })
    return next()
  }
}
