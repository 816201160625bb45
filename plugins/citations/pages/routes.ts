import type { PluginRouteContext } from '#core/define_plugin'
import * as lookup from './lookup_pages.js'
import { addReporterPages } from './reporters/reporter_pages.js'
import volumeLink from './reporters/volume_link.js'

export default function routes({ router, pages, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/profile/citation-lookup', lookup.showForm).as('citation_lookup')
      router.post('/profile/citation-lookup', lookup.start).as('citation_lookup.start')
      router.get('/profile/citation-lookup/:id', lookup.show).as('citation_lookup.show')
      router.post('/profile/citation-lookup/:id', lookup.goOn).as('citation_lookup.continue')
      router.get('/profile/citation-lookup/:id/csv', lookup.download).as('citation_lookup.csv')
      router
        .post('/profile/citation-lookup/:id/delete', lookup.destroy)
        .as('citation_lookup.delete')
    })
    .use(sessions.signedIn)
  addReporterPages({ router, pages })
  pages.addSection('clusters', volumeLink)
}
