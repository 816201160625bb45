import type { HttpContext } from '@adonisjs/core/http'
import { requireAccount, requireRight } from '#api/rights'
import { notify } from '#app/console/forms'
import { inTransaction } from '#app/console/services'
import { RemoveClient } from '../clients.js'

/** Removes an application, for staff. */
export async function remove(ctx: HttpContext) {
  requireRight(ctx, 'oauth_clients.remove')
  const { id: actorId, username } = requireAccount(ctx).account
  const { id } = ctx.params as { id: string }
  const name = /^\d{1,15}$/.test(id)
    ? await inTransaction((trx) =>
        new RemoveClient().handle(trx, { id: actorId, name: username }, Number(id))
      )
    : undefined
  notify(ctx, name ? `${name} removed.` : 'This application was removed already.')
  return ctx.response.redirect('/admin/oauth-clients/')
}
