import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Jobs } from '#app/jobs/jobs'
import { Database } from '@adonisjs/lucid/database'
import vine from '@vinejs/vine'
import { ApiError } from '#app/support/api_error'
import { AccountError } from '#app/accounts/errors'
import { ConfirmEmail } from '#app/accounts/actions/confirm_email'
import { NotifyRegistered, RegisterAccount } from '#app/accounts/actions/create_account'
import { requestLink } from '#app/accounts/links'
import { findPasswordProblem, hashPassword } from '#app/accounts/passwords'
import { addressForm, email, personName, username } from '#app/accounts/validators'
import { settings } from '#start/env'
import { validateForm, renderExpiredLink, notify, renderFormErrors } from '../forms.js'

const PAGE = 'console/register'
const AGAIN = '/email-confirmation/request/'

const form = vine.compile(
  vine.object({
    first_name: personName().optional(),
    last_name: personName().optional(),
    username: username(),
    email: email(),
    password: vine.string().confirmed(),
    consent: vine.accepted(),
  })
)

/** Registration and confirmation of the email address. */
@inject()
export default class RegistrationController {
  constructor(
    private database: Database,
    private jobs: Jobs
  ) {}

  show({ view }: HttpContext) {
    refuseWhenClosed()
    return view.render(PAGE)
  }

  async store(ctx: HttpContext) {
    refuseWhenClosed()
    const { values, problems } = await validateForm(ctx, form)
    if (problems) return renderFormErrors(ctx, PAGE, problems)
    // Otherwise, signing in with an email address could open another account.
    if (
      values.username.includes('@') &&
      values.username.toLowerCase() !== values.email.toLowerCase()
    )
      return renderFormErrors(ctx, PAGE, {
        username: 'A username with @ must be your own email address.',
      })
    const weak = await findPasswordProblem(values.password, [
      values.username,
      values.email,
      values.first_name,
      values.last_name,
    ])
    if (weak) return renderFormErrors(ctx, PAGE, { password: weak })
    try {
      await this.database.transaction((trx) =>
        new RegisterAccount().handle(trx, {
          ...values,
          firstName: values.first_name,
          lastName: values.last_name,
        })
      )
    } catch (error) {
      if (!(error instanceof AccountError)) throw error
      if (error.field !== 'email')
        return renderFormErrors(ctx, PAGE, { [error.field]: error.message })
      // Only the owner of an email address learns whether it has an account; the response takes
      // the same time.
      await hashPassword(values.password)
      await this.database.transaction((trx) => new NotifyRegistered().handle(trx, values.email))
    }
    return ctx.response.redirect('/register/success/')
  }

  success({ view }: HttpContext) {
    return view.render('console/message', {
      title: 'Check your email',
      text: 'We sent you an email. Follow its link to confirm your email address, then sign in.',
    })
  }

  /** Shows a button: programs that open links in emails must not use them up. */
  async confirm(ctx: HttpContext) {
    const link = await new ConfirmEmail().find(ctx.params.key)
    return link
      ? ctx.view.render('console/confirm_email', { email: link.email })
      : renderExpiredLink(ctx, AGAIN)
  }

  async confirmed(ctx: HttpContext) {
    const link = await this.database
      .transaction((trx) => new ConfirmEmail().handle(trx, ctx.params.key))
      .catch((error: { constraint?: string }) => {
        // Another account has confirmed this email address.
        if (error.constraint === 'accounts_email') return undefined
        throw error
      })
    if (!link) return renderExpiredLink(ctx, AGAIN)
    notify(ctx, 'Email address confirmed.')
    return ctx.response.redirect(ctx.auth.user ? '/profile/' : '/sign-in/')
  }

  again({ view }: HttpContext) {
    return view.render('console/ask_address', ASK)
  }

  async sendAgain(ctx: HttpContext) {
    const { values, problems } = await validateForm(ctx, addressForm)
    if (problems) return renderFormErrors(ctx, 'console/ask_address', problems, ASK)
    await this.database.transaction((trx) => requestLink(this.jobs, trx, 'confirm', values.email))
    return ctx.view.render('console/message', {
      title: 'Check your email',
      text: 'If this email address needs confirmation, we sent a new link to it.',
    })
  }
}

const ASK = {
  title: 'Request a new confirmation link',
  text: 'Confirmation links expire in five days. Enter the email address of your account to get a new one.',
}

function refuseWhenClosed(): void {
  if (settings.registration === 'closed') {
    throw ApiError.detail(
      403,
      "Registration is closed. Contact this server's staff to get an account."
    )
  }
}
