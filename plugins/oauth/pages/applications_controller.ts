import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { requireAccount } from '#api/rights'
import { notify } from '#app/console/forms'
import { listConnectedApplications, RevokeGrant } from '../clients.js'
import { SCOPES } from '../provider/access.js'

/** Applications that have access to an account. */
@inject()
export default class ApplicationsController {
  constructor(private database: Database) {}

  async index(ctx: HttpContext) {
    const applications = await listConnectedApplications(requireAccount(ctx).account.id)
    return ctx.view.render('oauth::applications', { applications, words: SCOPES })
  }

  async revoke(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const { id } = ctx.params as { id: string }
    const name = /^\d{1,15}$/.test(id)
      ? await this.database.transaction((trx) => new RevokeGrant().handle(trx, account, Number(id)))
      : undefined
    notify(ctx, name ? `Access of ${name} revoked.` : 'This access has already been revoked.')
    return ctx.response.redirect('/profile/applications/')
  }
}
