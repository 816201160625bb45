import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import vine from '@vinejs/vine'
import { givenPassword } from '#app/accounts/validators'
import { validateForm, renderFormErrors, type Problems } from '../forms.js'
import { RecordSignIn } from '#app/accounts/actions/access'
import Account from '#app/models/account'
import { AccountCache } from '#app/accounts/account_cache'
import { beginSignIn, endSession, toLocalPath } from '#app/accounts/sessions'
import { requiresSecondFactorSetup } from '#app/accounts/second_factor/authenticator'
import { Gate } from '#api/gate'

const PAGE = 'console/sign_in'
const form = vine.compile(
  vine.object({ username: vine.string().maxLength(254), password: givenPassword() })
)

/** Signing in and out. */
@inject()
export default class SessionsController {
  constructor(
    private database: Database,
    private gate: Gate,
    private accounts: AccountCache
  ) {}

  show({ view, auth, response, request }: HttpContext) {
    const next = toLocalPath(request.qs().next)
    if (auth.user) return response.redirect(next)
    return view.render(PAGE, { next })
  }

  async start(ctx: HttpContext) {
    const next = toLocalPath(ctx.request.input('next'))
    const again = (problems: Problems, more = {}) =>
      renderFormErrors(ctx, PAGE, problems, { next, ...more })
    const { values, problems } = await validateForm(ctx, form)
    if (problems) return again(problems)

    const account = values.username.includes('\0') ? null : await Account.forSignIn(values.username)
    const { username, password } = values
    if (!(await this.gate.checkPassword(username, account?.password ?? null, password)) || !account)
      return again({ username: 'Incorrect username or password.' })
    if (!account.isActive)
      return again({ username: "This account is closed. Contact this server's staff." })
    if (account.email && !account.emailConfirmedAt)
      return again(
        {
          username:
            'The email address of this account is not confirmed yet. Follow the link we sent, or request a new one.',
        },
        { unconfirmed: true }
      )

    const record = await this.accounts.account(account.id)
    if (!record) return again({ username: 'Incorrect username or password.' })
    const proved = { ...record, password: account.password }
    if (record.hasSecondFactor || requiresSecondFactorSetup(record)) {
      await beginSignIn(ctx, this.accounts, { account: proved, next })
      return ctx.response.redirect('/sign-in/code/')
    }
    await ctx.auth.use('web').login(proved)
    await this.database.transaction((trx) => new RecordSignIn().handle(trx, account.id))
    return ctx.response.redirect(next)
  }

  async end(ctx: HttpContext) {
    await endSession(this.database, ctx)
    await ctx.auth.use('web').logout()
    return ctx.response.redirect('/sign-in/')
  }
}
