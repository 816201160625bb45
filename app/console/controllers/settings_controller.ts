import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import mail from '@adonisjs/mail/services/main'
import vine from '@vinejs/vine'
import { requireAccount } from '#api/rights'
import { AccountError, setPassword } from '#app/accounts/accounts'
import { keepAdministrator } from '#app/accounts/authority'
import { announce, AccountDirectory } from '#app/accounts/directory'
import { makeLink } from '#app/accounts/links'
import { passwordProblem } from '#app/accounts/password_rules'
import { email, givenPassword, passwordForm, personName } from '#app/accounts/validators'
import { ConfirmNewEmailMail, EmailChangingMail, PasswordChangedMail } from '#app/accounts/mails'
import { checked, notify, showAgain } from '../forms.js'
import { inTransaction, isPasswordOf } from '../services.js'
import { endSessions, signIn, signOut } from '#app/accounts/sessions'

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

/** What an account says of itself. */
export default class SettingsController {
  async show(ctx: HttpContext) {
    return ctx.view.render(PAGE, await pageOf(ctx))
  }

  async store(ctx: HttpContext) {
    const { id } = requireAccount(ctx).account
    const { values, problems } = await checked(ctx, form)
    if (problems) return showAgain(ctx, PAGE, problems, await pageOf(ctx))

    const moved = await inTransaction(async (trx) => {
      const before = await trx.from('accounts').where({ id }).forUpdate().firstOrFail()
      await trx
        .from('accounts')
        .where({ id })
        .update({
          first_name: values.first_name ?? '',
          last_name: values.last_name ?? '',
          time_zone: values.time_zone,
          log_searches: !!values.log_searches,
          auto_subscribe: !!values.auto_subscribe,
          date_modified: new Date(),
        })
      await announce(trx, id)
      const wanted = values.email
      if (!wanted || wanted.toLowerCase() === before.email?.toLowerCase()) return false
      // The address changes when it is confirmed. Whether it has an account already is not told.
      const taken = await trx
        .from('accounts')
        .whereRaw('curia_fold(email) = curia_fold(?)', [wanted])
        .first()
      if (!taken) {
        const key = await makeLink(trx, 'change', { accountId: id, email: wanted })
        await mail.sendLater(new ConfirmNewEmailMail(wanted, key), { trx })
      }
      if (before.email) await mail.sendLater(new EmailChangingMail(before.email, wanted), { trx })
      return true
    })
    ;(await app.container.make(AccountDirectory)).forget(id)
    notify(
      ctx,
      moved
        ? 'Saved. The new address counts as soon as you follow the link in the mail we sent to it.'
        : 'Saved.'
    )
    return ctx.response.redirect('/profile/settings/')
  }

  password({ view }: HttpContext) {
    return view.render(PASSWORD)
  }

  async changePassword(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const { values, problems } = await checked(ctx, passwords)
    if (problems) return showAgain(ctx, PASSWORD, problems)
    if (!(await isPasswordOf(account, values.current)))
      return showAgain(ctx, PASSWORD, { current: 'This is not your password.' })
    const weak = await passwordProblem(values.password, [account.username, account.email])
    if (weak) return showAgain(ctx, PASSWORD, { password: weak })
    const stored = await inTransaction(async (trx) => {
      await endSessions(trx, account.id)
      if (account.email) await mail.sendLater(new PasswordChangedMail(account.email), { trx })
      return setPassword(trx, account.id, values.password)
    })
    await signIn(ctx, account.id, stored)
    ;(await app.container.make(AccountDirectory)).forget(account.id)
    notify(ctx, 'Your password is changed, and your other sessions are ended.')
    return ctx.response.redirect('/profile/settings/')
  }

  confirmDelete({ view }: HttpContext) {
    return view.render(DELETE)
  }

  async delete(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const { values, problems } = await checked(ctx, passwordForm)
    if (problems) return showAgain(ctx, DELETE, problems)
    if (!(await isPasswordOf(account, values.password)))
      return showAgain(ctx, DELETE, { password: 'This is not your password.' })
    try {
      await inTransaction(async (trx) => {
        await keepAdministrator(trx, async () => {
          await trx.from('accounts').where('id', account.id).delete()
        })
        await endSessions(trx, account.id)
        await announce(trx, account.id)
      })
    } catch (error) {
      if (error instanceof AccountError) return showAgain(ctx, DELETE, { password: error.message })
      throw error
    }
    ;(await app.container.make(AccountDirectory)).forget(account.id)
    signOut(ctx)
    notify(ctx, 'Your account is deleted.')
    return ctx.response.redirect('/sign-in/')
  }
}

async function pageOf(ctx: HttpContext) {
  const { id } = requireAccount(ctx).account
  const database = await app.container.make('lucid.db')
  return {
    account: await database.from('accounts').where({ id }).firstOrFail(),
    timeZones: TIME_ZONES,
  }
}
