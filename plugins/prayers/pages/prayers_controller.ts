import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { HttpContext } from '@adonisjs/core/http'
import { toLocalPath } from '#app/accounts/sessions'
import { requireAccount } from '#api/rights'
import { submitForm } from '#app/console/form_writes'
import { notify } from '#app/console/forms'
import { Reader } from '#app/database/reader'
import { ApiError } from '#app/support/api_error'
import { ToggleVisibility, WithdrawPrayer } from '../actions/manage_prayers.js'
import { GRANTED, loadPrayerQuota, WAITING } from '../models/prayer.js'
import PrayingAccount from '../models/praying_account.js'
import { listPrayers } from '../stored_prayers.js'

const HOME = '/profile/prayers/'

/** Page and forms on which an account manages its requests. */
@inject()
export default class PrayersController {
  constructor(
    private database: Database,
    private reader: Reader
  ) {}

  async index(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const [waiting, granted, quota, shown] = await Promise.all([
      listPrayers(this.reader, account.id, WAITING),
      listPrayers(this.reader, account.id, GRANTED),
      loadPrayerQuota(account),
      PrayingAccount.isPublic(account.id),
    ])
    const { username } = account
    return ctx.view.render('prayers::profile_prayers', { waiting, granted, quota, shown, username })
  }

  async store(ctx: HttpContext) {
    const document = documentOf(ctx)
    const problems = await submitForm(ctx, ({ trx, writer, caller }) =>
      writer.create(trx, writer.registry.get('prayers'), {
        caller,
        body: { recap_document: document },
      })
    )
    const from: unknown = ctx.request.input('from')
    // The line or section of the document shows that it was requested.
    if (!problems && typeof from === 'string') return ctx.response.redirect(toLocalPath(from))
    notify(
      ctx,
      problems
        ? Object.values(problems).join(' ')
        : "Document requested. We'll email you when it's available."
    )
    return ctx.response.redirect(HOME)
  }

  async destroy(ctx: HttpContext) {
    const document = documentOf(ctx)
    await submitForm(ctx, (write) => new WithdrawPrayer().handle(write, document))
    const from: unknown = ctx.request.input('from')
    if (typeof from === 'string') return ctx.response.redirect(toLocalPath(from))
    notify(ctx, 'Request withdrawn.')
    return ctx.response.redirect(HOME)
  }

  async toggleVisibility(ctx: HttpContext) {
    const { id } = requireAccount(ctx).account
    const isPublic = await this.database.transaction((trx) =>
      new ToggleVisibility().handle(trx, id)
    )
    notify(ctx, isPublic ? 'Your requests are now public.' : 'Your requests are now private.')
    return ctx.response.redirect(HOME)
  }
}

/** @throws ApiError 404 for invalid IDs */
function documentOf({ params }: HttpContext): string {
  if (!/^\d{1,18}$/.test(params.document))
    throw ApiError.detail(404, "This document isn't in the archive.")
  return params.document
}
