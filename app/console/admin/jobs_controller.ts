import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { ApiError } from '#app/support/api_error'
import { AccountError } from '#app/accounts/errors'
import { notify } from '../forms.js'
import { staffActions } from '../services.js'
import { isUuid } from './columns.js'
import { Jobs } from '#app/jobs/jobs'

/** Retries failed background jobs. */
@inject()
export default class JobsController {
  constructor(
    private database: Database,
    private jobs: Jobs
  ) {}

  async retry(ctx: HttpContext) {
    const { queue, job } = ctx.params as { queue: string; job: string }
    const { jobs } = this
    if (!jobs.registry.has(queue) || !isUuid(job)) throw ApiError.detail(404, 'Not found.')
    try {
      await staffActions(this.database, ctx).retryJob(jobs, queue, job)
      notify(ctx, 'The job will be retried shortly.')
    } catch (error) {
      if (!(error instanceof AccountError)) throw error
      notify(ctx, error.message)
    }
    return ctx.response.redirect('/admin/jobs/?state=failed')
  }
}
