/**
 * The prayers of one account: on its own page, and on one that others see if
 * it wants them to.
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import { requireAccount } from '#api/rights'
import { inTransaction } from '#app/console/services'
import { notify } from '#app/console/forms'
import { setPageHeaders } from '#app/support/page_headers'
import { pageOwner } from '#app/web/page_requests'
import type { RecordPages } from '#app/web/record_pages'
import { ToggleVisibility } from '../actions/toggle_visibility.js'
import { quotaOf } from '../quota.js'
import { GRANTED, WAITING } from '../statuses.js'
import PrayingAccount from '../models/praying_account.js'
import { prayersOf } from '../stored_prayers.js'
import { Reader } from '#app/database/reader'

const HOME = '/profile/prayers/'

export async function profile(ctx: HttpContext) {
  const { account } = requireAccount(ctx)
  const reader = await app.container.make(Reader)
  const [waiting, granted, quota, shown] = await Promise.all([
    prayersOf(reader, account.id, WAITING),
    prayersOf(reader, account.id, GRANTED),
    quotaOf(account),
    isPublic(account.id),
  ])
  const { username } = account
  return ctx.view.render('prayers::profile_prayers', { waiting, granted, quota, shown, username })
}

/** `POST /prayers/pending/toggle/`: whether others see what the account waits for. */
export async function togglePublic(ctx: HttpContext) {
  const { id } = requireAccount(ctx).account
  const prayersPublic = await inTransaction((trx) => new ToggleVisibility().handle(trx, id))
  notify(ctx, prayersPublic ? 'Your requests are now public.' : 'Your requests are now private.')
  return ctx.response.redirect(HOME)
}

export async function showWaiting(ctx: HttpContext, pages: RecordPages): Promise<string> {
  const { owner, mine } = await pageOwner(ctx, pages, noSuchPage)
  if (!mine && !(await isPublic(owner.id))) throw noSuchPage()
  const prayers = await prayersOf(pages.records.reader, owner.id, WAITING)
  const quota = mine ? await quotaOf(owner) : undefined
  return show(ctx, { prayers, quota, mine, granted: false, username: owner.username })
}

export async function showGranted(ctx: HttpContext, pages: RecordPages): Promise<string> {
  const { owner, mine } = await pageOwner(ctx, pages, noSuchPage)
  if (!mine) throw noSuchPage()
  const prayers = await prayersOf(pages.records.reader, owner.id, GRANTED)
  return show(ctx, { prayers, mine, granted: true, username: owner.username })
}

function show(ctx: HttpContext, values: Record<string, unknown>): Promise<string> {
  setPageHeaders(ctx.response)
  return ctx.view.render('prayers::prayers_of', values)
}

async function isPublic(id: number): Promise<boolean> {
  return (await PrayingAccount.find(id))?.prayersPublic ?? false
}

/** The same for accounts that are not there and those that show nothing. */
function noSuchPage(): ApiError {
  return ApiError.detail(404, 'There is nothing here that you may see.')
}
