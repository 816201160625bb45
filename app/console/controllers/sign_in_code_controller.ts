import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { AccountRecord } from '#app/accounts/account_cache'
import {
  BeginSecondFactor,
  ConfirmSecondFactor,
  VerifySecondFactor,
} from '#app/accounts/actions/second_factor'
import { RecordSignIn } from '#app/accounts/actions/record_sign_in'
import { pendingSignIn } from '#app/accounts/sessions'
import { forApp } from '#app/accounts/second_factor/authenticator'
import { secondFactorLimit } from '#start/limiter'
import { checked, showAgain, type Problems } from '../forms.js'
import { inTransaction } from '../services.js'

const CODE = 'console/sign_in_code'
const SETUP = 'console/sign_in_setup'
const RECOVERY = 'console/recovery_codes'

const form = vine.compile(vine.object({ code: vine.string().trim().maxLength(40) }))

/** The second step of signing in. */
export default class SignInCodeController {
  /** The code is asked for, or, where staff must have a second factor and have none, set up. */
  async show(ctx: HttpContext) {
    const pending = await pendingSignIn(ctx)
    if (!pending) return ctx.response.redirect('/sign-in/')
    const { account } = pending
    return account.hasSecondFactor
      ? ctx.view.render(CODE)
      : ctx.view.render(SETUP, await setupOf(account))
  }

  async store(ctx: HttpContext) {
    const pending = await pendingSignIn(ctx)
    if (!pending) return ctx.response.redirect('/sign-in/')
    const { account, next } = pending
    const again = async (problems: Problems) =>
      account.hasSecondFactor
        ? showAgain(ctx, CODE, problems)
        : showAgain(ctx, SETUP, problems, await setupOf(account))
    const { values, problems } = await checked(ctx, form)
    if (problems) return again(problems)
    await secondFactorLimit.countFor(String(account.id))
    const { id } = account
    const proved = await inTransaction(async (trx) => {
      if (account.hasSecondFactor)
        return (await new VerifySecondFactor().handle(trx, id, values.code)) ? [] : undefined
      return new ConfirmSecondFactor().handle(trx, id, values.code)
    })
    if (!proved) return again({ code: 'Incorrect or used code.' })
    await ctx.auth.use('web').login(account)
    await inTransaction((trx) => new RecordSignIn().handle(trx, id))
    if (!proved.length) return ctx.response.redirect(next)
    ctx.view.share({ me: account })
    return ctx.view.render(RECOVERY, { codes: proved, next })
  }
}

async function setupOf({ id, username }: AccountRecord) {
  const secret = await inTransaction((trx) => new BeginSecondFactor().handle(trx, id))
  return { authenticator: secret && forApp(secret, username) }
}
