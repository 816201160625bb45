/** Where staff pause fetching from a court, and resume it. */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import vine from '@vinejs/vine'
import { requireAccount, requireRight } from '#api/rights'
import { checked, notify, showAgain } from '#app/console/forms'
import { inTransaction } from '#app/console/services'
import { Jobs } from '#app/jobs/jobs'
import { ApiError } from '#app/support/api_error'
import { PauseCourt } from '../actions/pause_court.js'
import PausedCourt from '../models/paused_court.js'
import { askedPlace } from '../requests/asked_place.js'
import { MANAGE_RIGHT } from '../rights.js'

const PAGE = 'fetch::staff_court'

const form = vine.compile(
  vine.object({ paused: vine.boolean(), reason: vine.string().trim().maxLength(500).optional() })
)

/** `GET /admin/fetch-courts/<court>/` */
export async function showCourt(ctx: HttpContext) {
  return ctx.view.render(PAGE, await pageOf(ctx))
}

/** `POST /admin/fetch-courts/<court>/` */
export async function pauseCourt(ctx: HttpContext) {
  const page = await pageOf(ctx)
  const { values, problems } = await checked(ctx, form)
  if (problems) return showAgain(ctx, PAGE, problems, page)
  const { id, username: name } = requireAccount(ctx).account
  const jobs = await app.container.make(Jobs)
  await inTransaction((trx) => new PauseCourt(jobs).handle(trx, { id, name }, page.court, values))
  notify(ctx, values.paused ? 'Fetching paused.' : 'Fetching resumed.')
  return ctx.response.redirect('/admin/fetch-courts/')
}

/** @throws ApiError 403 for accounts without the right, 404 for a court that does not exist */
async function pageOf(ctx: HttpContext) {
  requireRight(ctx, MANAGE_RIGHT)
  const { court } = ctx.params as { court: string }
  const { missing } = await askedPlace(await app.container.make('lucid.db'), { court_id: court })
  if (missing.length) throw ApiError.detail(404, 'There is no such court in this archive.')
  return { court, pause: await PausedCourt.find(court) }
}
