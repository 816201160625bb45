import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { NextFn } from '@adonisjs/core/types/http'
import { SHORTEST_PASSWORD } from '#app/accounts/password_rules'
import { setPageHeaders } from '#app/support/page_headers'
import { accountOf } from '#app/accounts/sessions'
import { navigationOf } from '../navigation.js'
import { AccountDirectory } from '#app/accounts/directory'

/** Pages with a session: who is signed in, and what every template shows of it. */
export default class ConsoleMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    setPageHeaders(ctx.response)
    // Pages about an account are nobody else's.
    ctx.response.header('cache-control', 'no-store')
    const directory = await app.container.make(AccountDirectory)
    const account = await accountOf(ctx.session.all(), directory)
    if (account) ctx.caller = { account, method: 'session', readOnly: false }
    ctx.view.share({
      me: ctx.caller?.account,
      navigation: navigationOf(ctx.caller?.account.rights),
      path: ctx.request.url(),
      shortestPassword: SHORTEST_PASSWORD,
      notice: ctx.session.flashMessages.get('notice'),
    })
    return next()
  }
}
