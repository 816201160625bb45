import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { requireAccount, requireRight } from '#api/rights'
import { notify } from '#app/console/forms'
import { RemoveClient } from '../clients.js'

/** Staff actions on registered applications. */
@inject()
export default class StaffClientsController {
  constructor(private database: Database) {}

  async destroy(ctx: HttpContext) {
    requireRight(ctx, 'oauth_clients.remove')
    const { id: actorId, username } = requireAccount(ctx).account
    const { id } = ctx.params as { id: string }
    const name = /^\d{1,15}$/.test(id)
      ? await this.database.transaction((trx) =>
          new RemoveClient().handle(trx, { id: actorId, name: username }, Number(id))
        )
      : undefined
    notify(ctx, name ? `${name} removed.` : 'This application has already been removed.')
    return ctx.response.redirect('/admin/oauth-clients/')
  }
}
