/** Pages of fetching, and the way to them from dockets and documents. */
import type { PluginRouteContext } from '#core/define_plugin'
import { offerLineActions } from '#plugins/federal_records/public/pages'
import { loadLineActions, loadDocketLink, loadDocumentLinks } from './line_actions.js'
import { sendRequest, showRequest, showRequests } from './own_requests.js'
import { pauseCourt, showCourt } from './staff_courts.js'

export default function routes({ router, pages, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/fetch', showRequests).as('fetch')
      router.post('/fetch', sendRequest).as('fetch.send')
      router.get('/fetch/:request', showRequest).as('fetch.request')
      router.get('/admin/fetch-courts/:court', showCourt).as('fetch.court')
      router.post('/admin/fetch-courts/:court', pauseCourt).as('fetch.court.pause')
    })
    .use(sessions.signedIn)

  pages.addSection('dockets', { view: 'fetch::docket_link', load: loadDocketLink })
  offerLineActions(pages, loadLineActions)
  pages.addSection('archive-documents', { view: 'fetch::document_links', load: loadDocumentLinks })
}
