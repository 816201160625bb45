/** What staff do with notices that failed. */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { requireAccount, requireRight } from '#api/rights'
import { notify } from '#app/console/forms'
import { inTransaction } from '#app/console/services'
import { Jobs } from '#app/jobs/jobs'
import { ApiError } from '#app/support/api_error'
import { RetryNotice } from '../actions/retry_notice.js'
import { MANAGE_RIGHT } from '../rights.js'

/** `POST /admin/court-emails/<notice>/retry/` */
export async function retry(ctx: HttpContext) {
  requireRight(ctx, MANAGE_RIGHT)
  const { notice } = ctx.params as { notice: string }
  if (!/^\d{1,15}$/.test(notice)) throw ApiError.detail(404, 'There is no such court email.')
  const { id, username: name } = requireAccount(ctx).account
  const jobs = await app.container.make(Jobs)
  const queued = await inTransaction((trx) =>
    new RetryNotice(jobs).handle(trx, { id, name }, Number(notice))
  )
  notify(ctx, queued ? 'Email queued.' : 'This email has not failed, or its message is deleted.')
  return ctx.response.redirect('/admin/court-emails/')
}
