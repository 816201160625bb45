import type { PluginRouteContext } from '#core/define_plugin'
import { addReporterPages } from './reporters/reporter_pages.js'
import { volumeLink } from './reporters/addresses.js'
import { citedStatutes } from './statutes.js'
import { treatments } from './treatments.js'

const BriefCheckController = () => import('./brief_check_controller.js')
const StatutesController = () => import('./statutes_controller.js')
const LookupsController = () => import('./lookups_controller.js')

export default function routes({ router, pages, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/profile/brief-check', [BriefCheckController, 'index']).as('brief_check')
      router.get('/profile/citation-lookup', [LookupsController, 'index']).as('citation_lookup')
      router
        .get('/profile/citation-lookup/:id', [LookupsController, 'show'])
        .as('citation_lookup.show')
      router
        .post('/profile/citation-lookup/:id', [LookupsController, 'update'])
        .as('citation_lookup.continue')
      router
        .get('/profile/citation-lookup/:id/csv', [LookupsController, 'download'])
        .as('citation_lookup.csv')
      router
        .post('/profile/citation-lookup/:id/delete', [LookupsController, 'destroy'])
        .as('citation_lookup.delete')
    })
    .use(sessions.signedIn)
  router
    .group(() => {
      router.post('/profile/brief-check', [BriefCheckController, 'check']).as('brief_check.check')
      router
        .post('/profile/citation-lookup', [LookupsController, 'store'])
        .as('citation_lookup.start')
    })
    .use(sessions.fileForms)
  addReporterPages({ router, pages })
  router.get('/statutes', [StatutesController, 'index']).as('statutes')
  router.get('/statutes/:section', [StatutesController, 'show']).as('statutes.show')
  pages.addSection('clusters', volumeLink)
  pages.addSection('clusters', treatments)
  pages.addSection('clusters', citedStatutes)
}
