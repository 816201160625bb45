import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { requireAccount } from '#api/rights'
import { StaffActions } from '#app/accounts/staff_actions'

/** What the signed-in member of staff does goes under their name into the audit log. */
export async function staffActions(ctx: HttpContext): Promise<StaffActions> {
  const { account } = requireAccount(ctx)
  return new StaffActions(await app.container.make('lucid.db'), {
    id: account.id,
    name: account.username,
  })
}
