import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { Gate } from '#api/gate'
import vine from '@vinejs/vine'
import { requireAccount } from '#api/rights'
import { AccountError } from '#app/accounts/errors'
import { ChangePassword } from '#app/accounts/actions/passwords'
import { ChangeSettings } from '#app/accounts/actions/change_settings'
import { DeleteAccount } from '#app/accounts/actions/access'
import { findPasswordProblem } from '#app/accounts/passwords'
import { email, givenPassword, passwordForm, personName } from '#app/accounts/validators'
import Account from '#app/models/account'
import { validateForm, notify, renderFormErrors } from '../forms.js'
import { verifyAccountPassword } from '../services.js'

const PAGE = 'console/settings'
const PASSWORD = 'console/change_password'
const DELETE = 'console/delete_account'

const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

const form = vine.compile(
  vine.object({
    first_name: personName().optional(),
    last_name: personName().optional(),
    email: email().optional(),
    time_zone: vine.string().in(TIME_ZONES),
    log_searches: vine.boolean().optional(),
    auto_subscribe: vine.boolean().optional(),
  })
)
const passwords = vine.compile(
  vine.object({ current: givenPassword(), password: vine.string().confirmed() })
)

/** Settings of the signed-in account. */
@inject()
export default class SettingsController {
  constructor(
    private database: Database,
    private gate: Gate
  ) {}

  async show(ctx: HttpContext) {
    return ctx.view.render(PAGE, await pageOf(ctx))
  }

  async store(ctx: HttpContext) {
    const { id } = requireAccount(ctx).account
    const { values, problems } = await validateForm(ctx, form)
    if (problems) return renderFormErrors(ctx, PAGE, problems, await pageOf(ctx))

    const moved = await this.database.transaction((trx) =>
      new ChangeSettings().handle(trx, id, {
        firstName: values.first_name ?? '',
        lastName: values.last_name ?? '',
        timeZone: values.time_zone,
        logSearches: !!values.log_searches,
        autoSubscribe: !!values.auto_subscribe,
        email: values.email,
      })
    )
    notify(
      ctx,
      moved
        ? 'Changes saved. To use the new email address, follow the link we sent to it.'
        : 'Changes saved.'
    )
    return ctx.response.redirect('/profile/settings/')
  }

  password({ view }: HttpContext) {
    return view.render(PASSWORD)
  }

  async changePassword(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const { values, problems } = await validateForm(ctx, passwords)
    if (problems) return renderFormErrors(ctx, PASSWORD, problems)
    if (!(await verifyAccountPassword(this.gate, account, values.current)))
      return renderFormErrors(ctx, PASSWORD, { current: 'Incorrect password.' })
    const weak = await findPasswordProblem(values.password, [account.username, account.email])
    if (weak) return renderFormErrors(ctx, PASSWORD, { password: weak })
    const stored = await this.database.transaction((trx) =>
      new ChangePassword().handle(trx, account, values.password)
    )
    await ctx.auth.use('web').login({ ...account, password: stored })
    notify(ctx, 'Password changed. Your other sessions are signed out.')
    return ctx.response.redirect('/profile/settings/')
  }

  confirmDelete({ view }: HttpContext) {
    return view.render(DELETE)
  }

  async delete(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const { values, problems } = await validateForm(ctx, passwordForm)
    if (problems) return renderFormErrors(ctx, DELETE, problems)
    if (!(await verifyAccountPassword(this.gate, account, values.password)))
      return renderFormErrors(ctx, DELETE, { password: 'Incorrect password.' })
    try {
      await this.database.transaction((trx) => new DeleteAccount().handle(trx, account.id))
    } catch (error) {
      if (error instanceof AccountError)
        return renderFormErrors(ctx, DELETE, { password: error.message })
      throw error
    }
    await ctx.auth.use('web').logout()
    notify(ctx, 'Account deleted.')
    return ctx.response.redirect('/sign-in/')
  }
}

async function pageOf(ctx: HttpContext) {
  const { id } = requireAccount(ctx).account
  return { account: await Account.findOrFail(id), timeZones: TIME_ZONES }
}
