/** Staff actions on failed notices. */
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { requireAccount, requireRight } from '#api/rights'
import { notify } from '#app/console/forms'
import { Jobs } from '#app/jobs/jobs'
import { ApiError } from '#app/support/api_error'
import { RetryNotice } from '../actions/retry_notice.js'
import { MANAGE_RIGHT } from '../rights.js'

@inject()
export default class StaffNoticesController {
  constructor(
    private database: Database,
    private jobs: Jobs
  ) {}

  async retry(ctx: HttpContext) {
    requireRight(ctx, MANAGE_RIGHT)
    const { notice } = ctx.params as { notice: string }
    if (!/^\d{1,15}$/.test(notice)) throw ApiError.detail(404, 'Court email not found.')
    const { id, username: name } = requireAccount(ctx).account
    const queued = await this.database.transaction((trx) =>
      new RetryNotice(this.jobs).handle(trx, { id, name }, Number(notice))
    )
    notify(ctx, queued ? 'Email queued.' : 'This email has not failed, or its message was deleted.')
    return ctx.response.redirect('/admin/court-emails/')
  }
}
