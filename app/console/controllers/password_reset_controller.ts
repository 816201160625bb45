import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Jobs } from '#app/jobs/jobs'
import { Database } from '@adonisjs/lucid/database'
import vine from '@vinejs/vine'
import { ResetPassword } from '#app/accounts/actions/passwords'
import { findLink, requestLink } from '#app/accounts/links'
import { findPasswordProblem } from '#app/accounts/passwords'
import { addressForm } from '#app/accounts/validators'
import Account from '#app/models/account'
import { validateForm, renderExpiredLink, notify, renderFormErrors } from '../forms.js'

const form = vine.compile(vine.object({ password: vine.string().confirmed() }))

const ASK = {
  title: 'Reset your password',
  text: "Enter the email address of your account, and we'll send you a link to choose a new password.",
}
const AGAIN = '/reset-password/'

/** Resets a forgotten password. */
@inject()
export default class PasswordResetController {
  constructor(
    private database: Database,
    private jobs: Jobs
  ) {}

  show({ view }: HttpContext) {
    return view.render('console/ask_address', ASK)
  }

  async send(ctx: HttpContext) {
    const { values, problems } = await validateForm(ctx, addressForm)
    if (problems) return renderFormErrors(ctx, 'console/ask_address', problems, ASK)
    await this.database.transaction((trx) => requestLink(this.jobs, trx, 'reset', values.email))
    return ctx.view.render('console/message', {
      title: 'Check your email',
      text: 'If an account uses this email address, we sent a link to it. The link expires in two hours.',
    })
  }

  async choose(ctx: HttpContext) {
    const link = await findLink('reset', ctx.params.key)
    return link ? ctx.view.render('console/choose_password') : renderExpiredLink(ctx, AGAIN)
  }

  async store(ctx: HttpContext) {
    const page = 'console/choose_password'
    const { values, problems } = await validateForm(ctx, form)
    if (problems) return renderFormErrors(ctx, page, problems)
    const link = await findLink('reset', ctx.params.key)
    if (!link) return renderExpiredLink(ctx, AGAIN)
    const { username } = await Account.findOrFail(link.accountId)
    const weak = await findPasswordProblem(values.password, [link.email, username])
    if (weak) return renderFormErrors(ctx, page, { password: weak })

    const done = await this.database.transaction((trx) =>
      new ResetPassword().handle(trx, ctx.params.key, values.password)
    )
    if (done === undefined) return renderExpiredLink(ctx, AGAIN)
    notify(ctx, 'Password changed. Sign in with the new password.')
    return ctx.response.redirect('/sign-in/')
  }
}
