/** Staff page to pause and resume fetching from a court. */
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import vine from '@vinejs/vine'
import { requireAccount, requireRight } from '#api/rights'
import { validateForm, notify, renderFormErrors } from '#app/console/forms'
import { Jobs } from '#app/jobs/jobs'
import { ApiError } from '#app/support/api_error'
import { PauseCourt } from '../actions/pause_court.js'
import PausedCourt from '../models/paused_court.js'
import { resolveRequestPlace } from '../requests/request_place.js'
import { MANAGE_RIGHT } from '../rights.js'

const PAGE = 'fetch::staff_court'

const form = vine.compile(
  vine.object({ paused: vine.boolean(), reason: vine.string().trim().maxLength(500).optional() })
)

@inject()
export default class StaffCourtsController {
  constructor(
    private database: Database,
    private jobs: Jobs
  ) {}

  async show(ctx: HttpContext) {
    return ctx.view.render(PAGE, await this.#pageOf(ctx))
  }

  /** Pauses or resumes the court. */
  async update(ctx: HttpContext) {
    const page = await this.#pageOf(ctx)
    const { values, problems } = await validateForm(ctx, form)
    if (problems) return renderFormErrors(ctx, PAGE, problems, page)
    const { id, username: name } = requireAccount(ctx).account
    await this.database.transaction((trx) =>
      new PauseCourt(this.jobs).handle(trx, { id, name }, page.court, values)
    )
    notify(ctx, values.paused ? 'Fetching paused.' : 'Fetching resumed.')
    return ctx.response.redirect('/admin/fetch-courts/')
  }

  /** @throws ApiError 403 without the permission, 404 for an unknown court */
  async #pageOf(ctx: HttpContext) {
    requireRight(ctx, MANAGE_RIGHT)
    const { court } = ctx.params as { court: string }
    const { missing } = await resolveRequestPlace(this.database, { court_id: court })
    if (missing.length) throw ApiError.detail(404, 'Court not found in this archive.')
    return { court, pause: await PausedCourt.find(court) }
  }
}
