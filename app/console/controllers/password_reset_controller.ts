import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import mail from '@adonisjs/mail/services/main'
import vine from '@vinejs/vine'
import { setPassword } from '#app/accounts/accounts'
import { findLink, useLink } from '#app/accounts/links'
import { askForLink } from '#app/accounts/mailed_links'
import { passwordProblem } from '#app/accounts/password_rules'
import { addressForm } from '#app/accounts/validators'
import { PasswordChangedMail } from '#app/accounts/mails'
import { checked, linkGone, notify, showAgain } from '../forms.js'
import { inTransaction } from '../services.js'
import { endSessions } from '#app/accounts/sessions'
import { AccountDirectory } from '#app/accounts/directory'

const form = vine.compile(vine.object({ password: vine.string().confirmed() }))

const ASK = {
  title: 'Choose a new password',
  text: 'Give the address of your account, and we send a link with which you choose a new password.',
}
const AGAIN = '/reset-password/'

/** A new password for who forgot the old one. */
export default class PasswordResetController {
  show({ view }: HttpContext) {
    return view.render('console/ask_address', ASK)
  }

  async send(ctx: HttpContext) {
    const { values, problems } = await checked(ctx, addressForm)
    if (problems) return showAgain(ctx, 'console/ask_address', problems, ASK)
    await inTransaction((trx) => askForLink(trx, 'reset', values.email))
    return ctx.view.render('console/message', {
      title: 'Look into your mail',
      text: 'If there is an account with this address, a link is on its way to it. It works for two hours.',
    })
  }

  async choose(ctx: HttpContext) {
    const link = await findLink(await app.container.make('lucid.db'), 'reset', ctx.params.key)
    return link ? ctx.view.render('console/choose_password') : linkGone(ctx, AGAIN)
  }

  async store(ctx: HttpContext) {
    const page = 'console/choose_password'
    const { values, problems } = await checked(ctx, form)
    if (problems) return showAgain(ctx, page, problems)
    const database = await app.container.make('lucid.db')
    const link = await findLink(database, 'reset', ctx.params.key)
    if (!link) return linkGone(ctx, AGAIN)
    const { username } = await database.from('accounts').where('id', link.accountId).firstOrFail()
    const weak = await passwordProblem(values.password, [link.email, username])
    if (weak) return showAgain(ctx, page, { password: weak })

    const done = await inTransaction(async (trx) => {
      if (!(await useLink(trx, 'reset', ctx.params.key))) return false
      await setPassword(trx, link.accountId, values.password)
      // Whoever reads the mail of the address has proved it.
      await trx
        .from('accounts')
        .where({ id: link.accountId, email: link.email })
        .whereNull('email_confirmed_at')
        .update({ email_confirmed_at: new Date() })
      await endSessions(trx, link.accountId)
      await mail.sendLater(new PasswordChangedMail(link.email), { trx })
      return true
    })
    if (!done) return linkGone(ctx, AGAIN)
    ;(await app.container.make(AccountDirectory)).forget(link.accountId)
    notify(ctx, 'Your password is changed. Sign in with the new one.')
    return ctx.response.redirect('/sign-in/')
  }
}
