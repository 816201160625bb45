import type { PluginRouteContext } from '#core/define_plugin'
import * as pages from './lookup_pages.js'

export default function routes({ router, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/profile/citation-lookup', pages.showForm).as('citation_lookup')
      router.post('/profile/citation-lookup', pages.start).as('citation_lookup.start')
      router.get('/profile/citation-lookup/:id', pages.show).as('citation_lookup.show')
      router.post('/profile/citation-lookup/:id', pages.goOn).as('citation_lookup.continue')
      router.get('/profile/citation-lookup/:id/csv', pages.download).as('citation_lookup.csv')
      router.post('/profile/citation-lookup/:id/delete', pages.destroy).as('citation_lookup.delete')
    })
    .use(sessions.signedIn)
}
