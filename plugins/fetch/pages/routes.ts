/** Fetch pages, and links to them on pages of dockets and documents. */
import type { PluginRouteContext } from '#core/define_plugin'

const FetchController = () => import('./fetch_controller.js')
const FetchLinks = () => import('./fetch_links.js')
const StaffCourtsController = () => import('./staff_courts_controller.js')

export default function routes({ router, pages, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/fetch', [FetchController, 'index']).as('fetch')
      router.post('/fetch', [FetchController, 'store']).as('fetch.send')
      router.get('/fetch/:request', [FetchController, 'show']).as('fetch.request')
      router.get('/admin/fetch-courts/:court', [StaffCourtsController, 'show']).as('fetch.court')
      router
        .post('/admin/fetch-courts/:court', [StaffCourtsController, 'update'])
        .as('fetch.court.pause')
    })
    .use(sessions.signedIn)

  pages.addSection('dockets', { view: 'fetch::docket_link', load: [FetchLinks, 'docket'] })
  pages.addSection('archive-documents', {
    view: 'fetch::document_links',
    load: [FetchLinks, 'document'],
  })
}
