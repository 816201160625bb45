import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { SHORTEST_PASSWORD } from '#app/accounts/password_rules'
import { setPageHeaders } from '#app/support/page_headers'
import { accountOf } from '#app/accounts/sessions'
import { inject } from '@adonisjs/core'
import { AccountDirectory } from '#app/accounts/directory'
import { ConsoleRegistry } from '../console_registry.js'

/** Pages with a session: who is signed in, and what every template shows of it. */
@inject()
export default class ConsoleMiddleware {
  constructor(
    private directory: AccountDirectory,
    private registry: ConsoleRegistry
  ) {}

  async handle(ctx: HttpContext, next: NextFn) {
    setPageHeaders(ctx.response)
    // Pages about an account are nobody else's.
    ctx.response.header('cache-control', 'no-store')
    const account = await accountOf(ctx.session.all(), this.directory)
    if (account) ctx.caller = { account, method: 'session', readOnly: false }
    ctx.view.share({
      me: ctx.caller?.account,
      navigation: this.registry.navigationOf(ctx.caller?.account.rights),
      path: ctx.request.url(),
      shortestPassword: SHORTEST_PASSWORD,
      notice: ctx.session.flashMessages.get('notice'),
    })
    return next()
  }
}
