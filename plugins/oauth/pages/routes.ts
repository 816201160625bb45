import type { PluginRouteContext } from '#core/define_plugin'
import * as applications from './applications.js'
import * as consent from './consent.js'
import * as staff from './staff_clients.js'

export default function routes({ router, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/oauth/interaction/:uid', consent.show).as('oauth.consent')
      router.post('/oauth/interaction/:uid', consent.decide).as('oauth.decide')
      router.get('/profile/applications', applications.list).as('oauth.applications')
      router
        .post('/profile/applications/:id/revoke', applications.revoke)
        .as('oauth.applications.revoke')
      router.post('/admin/oauth-clients/:id/remove', staff.remove).as('oauth.clients.remove')
    })
    .use(sessions.signedIn)
}
