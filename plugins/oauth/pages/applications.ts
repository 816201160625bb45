/**
 * Applications that have access to an account.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { requireAccount } from '#api/rights'
import { notify } from '#app/console/forms'
import { inTransaction } from '#app/console/services'
import { RevokeGrant, applicationsOf } from '../clients.js'
import { SCOPES } from '../provider/access.js'

export async function list(ctx: HttpContext) {
  const applications = await applicationsOf(requireAccount(ctx).account.id)
  return ctx.view.render('oauth::applications', { applications, words: SCOPES })
}

export async function revoke(ctx: HttpContext) {
  const { account } = requireAccount(ctx)
  const { id } = ctx.params as { id: string }
  const name = /^\d{1,15}$/.test(id)
    ? await inTransaction((trx) => new RevokeGrant().handle(trx, account, Number(id)))
    : undefined
  notify(ctx, name ? `Access of ${name} revoked.` : 'This access was revoked already.')
  return ctx.response.redirect('/profile/applications/')
}
