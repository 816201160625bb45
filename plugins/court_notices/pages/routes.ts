/** Court email pages of accounts and staff. */
import type { PluginRouteContext } from '#core/define_plugin'
import { addAddress } from '#app/web/public_addresses'

const CourtEmailsController = () => import('./court_emails_controller.js')
const StaffNoticesController = () => import('./staff_notices_controller.js')

export default function routes({ router, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/profile/court-emails', [CourtEmailsController, 'show']).as('court_emails')
      router
        .post('/profile/court-emails/address', [CourtEmailsController, 'replaceAddress'])
        .as('court_emails.address')
      router
        .post('/admin/court-emails/:notice/retry', [StaffNoticesController, 'retry'])
        .as('court_emails.retry')
    })
    .use(sessions.signedIn)
  addAddress({ router }, '/help/recap/email', () => '/docs/court-emails/')
}
