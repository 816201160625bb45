import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import vine from '@vinejs/vine'
import { AccountCache, type AccountRecord } from '#app/accounts/account_cache'
import {
  BeginSecondFactor,
  ConfirmSecondFactor,
  VerifySecondFactor,
} from '#app/accounts/actions/second_factor'
import { RecordSignIn } from '#app/accounts/actions/access'
import { pendingSignIn } from '#app/accounts/sessions'
import { buildAuthenticatorSetup } from '#app/accounts/second_factor/authenticator'
import { secondFactorLimit } from '#start/limiter'
import { validateForm, renderFormErrors, type Problems } from '../forms.js'

const CODE = 'console/sign_in_code'
const SETUP = 'console/sign_in_setup'
const RECOVERY = 'console/recovery_codes'

const form = vine.compile(vine.object({ code: vine.string().trim().maxLength(40) }))

/** The second step of signing in. */
@inject()
export default class SignInCodeController {
  constructor(
    private database: Database,
    private accounts: AccountCache
  ) {}

  /** The form for the code, or the setup for staff who must set up a second factor. */
  async show(ctx: HttpContext) {
    const pending = await pendingSignIn(ctx, this.accounts)
    if (!pending) return ctx.response.redirect('/sign-in/')
    const { account } = pending
    return account.hasSecondFactor
      ? ctx.view.render(CODE)
      : ctx.view.render(SETUP, await this.#setup(account))
  }

  async store(ctx: HttpContext) {
    const pending = await pendingSignIn(ctx, this.accounts)
    if (!pending) return ctx.response.redirect('/sign-in/')
    const { account, next } = pending
    const again = async (problems: Problems) =>
      account.hasSecondFactor
        ? renderFormErrors(ctx, CODE, problems)
        : renderFormErrors(ctx, SETUP, problems, await this.#setup(account))
    const { values, problems } = await validateForm(ctx, form)
    if (problems) return again(problems)
    await secondFactorLimit.countFor(String(account.id))
    const { id } = account
    const proved = await this.database.transaction(async (trx) => {
      if (account.hasSecondFactor)
        return (await new VerifySecondFactor().handle(trx, id, values.code)) ? [] : undefined
      return new ConfirmSecondFactor().handle(trx, id, values.code)
    })
    if (!proved) return again({ code: 'Incorrect or used code.' })
    await ctx.auth.use('web').login(account)
    await this.database.transaction((trx) => new RecordSignIn().handle(trx, id))
    if (!proved.length) return ctx.response.redirect(next)
    ctx.view.share({ me: account })
    return ctx.view.render(RECOVERY, { codes: proved, next })
  }

  async #setup({ id, username }: AccountRecord) {
    const secret = await this.database.transaction((trx) => new BeginSecondFactor().handle(trx, id))
    return { authenticator: secret && buildAuthenticatorSetup(secret, username) }
  }
}
