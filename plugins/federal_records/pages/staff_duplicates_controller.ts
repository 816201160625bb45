import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import type { Actor } from '#app/accounts/authority'
import { requireAccount, requireRight } from '#api/rights'
import { ApiError } from '#app/support/api_error'
import { notify } from '#app/console/forms'
import { retryConflicts } from '#app/database/retry_conflicts'
import {
  DismissDuplicate,
  MergeDuplicate,
  type MergeOutcome,
} from '../actions/review_duplicates.js'
import { MERGE_RIGHT } from '../rights.js'

const LIST = '/admin/possible-duplicates/'

const OUTCOMES: Record<MergeOutcome, string> = {
  merged: 'Entries merged.',
  gone: 'This pair was already reviewed.',
  conflict:
    'These entries can’t be merged: both have a number, or both have a file for the same document.',
}

/** Staff merge entries or dismiss possible duplicates. */
@inject()
export default class StaffDuplicatesController {
  constructor(private database: Database) {}

  async merge(ctx: HttpContext) {
    const { id, actor } = staff(ctx)
    const outcome = await retryConflicts(() =>
      this.database.transaction((trx) => new MergeDuplicate().handle(trx, actor, id))
    )
    notify(ctx, OUTCOMES[outcome])
    return ctx.response.redirect(LIST)
  }

  async dismiss(ctx: HttpContext) {
    const { id, actor } = staff(ctx)
    const isDone = await this.database.transaction((trx) =>
      new DismissDuplicate().handle(trx, actor, id)
    )
    notify(ctx, isDone ? 'Possible duplicate dismissed.' : OUTCOMES.gone)
    return ctx.response.redirect(LIST)
  }
}

/** @throws ApiError 403 without the permission, 404 for an invalid ID */
function staff(ctx: HttpContext): { id: number; actor: Actor } {
  requireRight(ctx, MERGE_RIGHT)
  const { id: accountId, username } = requireAccount(ctx).account
  const { pair } = ctx.params as { pair: string }
  if (!/^\d{1,15}$/.test(pair)) throw ApiError.detail(404, "This pair doesn't exist.")
  return { id: Number(pair), actor: { id: accountId, name: username } }
}
