import type { PluginRouteContext } from '#core/define_plugin'

const ApplicationsController = () => import('./applications_controller.js')
const ConsentController = () => import('./consent_controller.js')
const StaffClientsController = () => import('./staff_clients_controller.js')

export default function routes({ router, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/oauth/interaction/:uid', [ConsentController, 'show']).as('oauth.consent')
      router.post('/oauth/interaction/:uid', [ConsentController, 'store']).as('oauth.decide')
      router
        .get('/profile/applications', [ApplicationsController, 'index'])
        .as('oauth.applications')
      router
        .post('/profile/applications/:id/revoke', [ApplicationsController, 'revoke'])
        .as('oauth.applications.revoke')
      router
        .post('/admin/oauth-clients/:id/remove', [StaffClientsController, 'destroy'])
        .as('oauth.clients.remove')
    })
    .use(sessions.signedIn)
}
