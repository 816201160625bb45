/** Pages of court emails: for accounts, and for staff. */
import type { PluginRouteContext } from '#core/define_plugin'
import { replace, show } from './own_address.js'
import { retry } from './staff_notices.js'

export default function routes({ router, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/profile/court-emails', show).as('court_emails')
      router.post('/profile/court-emails/address', replace).as('court_emails.address')
      router.post('/admin/court-emails/:notice/retry', retry).as('court_emails.retry')
    })
    .use(sessions.signedIn)
}
