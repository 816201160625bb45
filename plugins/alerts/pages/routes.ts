import type { PluginRouteContext } from '#core/define_plugin'
import { addAddress } from '#app/web/public_addresses'
import { addSections } from './record_sections.js'

const SearchAlertsController = () => import('./search_alerts_controller.js')
const SearchAlertLinksController = () => import('./search_alert_links_controller.js')
const EmailHitsController = () => import('./email_hits_controller.js')
const DocketAlertsController = () => import('./docket_alerts_controller.js')
const DocketAlertLinksController = () => import('./docket_alert_links_controller.js')

export default function routes(context: PluginRouteContext): void {
  addSearchAlerts(context)
  addDocketAlerts(context)
  addSections(context.pages)
  addAddress(context, '/help/alerts', () => '/docs/alerts/')
}

function addSearchAlerts({ router, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/profile/alerts', [SearchAlertsController, 'index']).as('alerts')
      // Paths of these pages on CourtListener.
      router
        .get('/profile/search-alerts', ({ response }) => response.redirect('/profile/alerts/'))
        .as('alerts.elsewhere')
      router
        .get('/alert/edit/:id', ({ params, response }) =>
          response.redirect(`/profile/alerts/${encodeURIComponent(params.id)}/`)
        )
        .as('alerts.edit_elsewhere')
      router
        .get('/alert/delete/confirm/:id', ({ params, response }) =>
          response.redirect(`/profile/alerts/${encodeURIComponent(params.id)}/delete/`)
        )
        .as('alerts.confirm_elsewhere')
      router.post('/profile/alerts', [SearchAlertsController, 'store']).as('alerts.create')
      router.get('/profile/alerts/new', [SearchAlertsController, 'create']).as('alerts.new')
      router.get('/profile/alerts/:id', [SearchAlertsController, 'edit']).as('alerts.edit')
      router.post('/profile/alerts/:id', [SearchAlertsController, 'update']).as('alerts.save')
      router
        .post('/profile/alerts/:id/search', [SearchAlertsController, 'updateSearch'])
        .as('alerts.save_search')
      router
        .get('/profile/alerts/:id/delete', [SearchAlertsController, 'confirmDelete'])
        .as('alerts.confirm')
      router
        .post('/profile/alerts/:id/delete', [SearchAlertsController, 'destroy'])
        .as('alerts.delete')
    })
    .use(sessions.signedIn)

  // Authorized by the key, and by the rules for search pages.
  router.get('/alert/hits/:key', [EmailHitsController, 'index']).as('alerts.hits')

  // Authorized by the secret key. There is no session, so CSRF isn't possible.
  router.get('/alert/disable', [SearchAlertLinksController, 'index']).as('alerts.several')
  router.post('/alert/disable', [SearchAlertLinksController, 'oneClick']).as('alerts.several.store')
  router
    .get('/alert/disable/:key', [SearchAlertLinksController, 'confirmDisable'])
    .as('alerts.disable')
  router
    .post('/alert/disable/:key', [SearchAlertLinksController, 'disable'])
    .as('alerts.disable.store')
  router
    .post('/alert/one-click-disable/:key', [SearchAlertLinksController, 'oneClick'])
    .as('alerts.one_click')
  router
    .get('/alert/enable/:key', [SearchAlertLinksController, 'confirmEnable'])
    .as('alerts.enable')
  router
    .post('/alert/enable/:key', [SearchAlertLinksController, 'enable'])
    .as('alerts.enable.store')
}

function addDocketAlerts({ router, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/profile/docket-alerts', [DocketAlertsController, 'index']).as('docket_alerts')
      router
        .get('/profile/docket-alerts/:id', [DocketAlertsController, 'edit'])
        .as('docket_alerts.edit')
      router
        .post('/profile/docket-alerts/:id', [DocketAlertsController, 'update'])
        .as('docket_alerts.save')
      router.get('/alert/docket/new', [DocketAlertsController, 'create']).as('docket_alerts.new')
      router
        .post('/alert/docket/toggle', [DocketAlertsController, 'toggle'])
        .as('docket_alerts.toggle')
      router
        .post('/alert/docket/appeals', [DocketAlertsController, 'toggleAppeals'])
        .as('docket_alerts.appeals')
    })
    .use(sessions.signedIn)

  // Authorized by the secret keys, like the links of search alerts.
  router
    .get('/alert/docket/unsubscribe', [DocketAlertLinksController, 'index'])
    .as('docket_alerts.several')
  router
    .post('/alert/docket/unsubscribe', [DocketAlertLinksController, 'oneClick'])
    .as('docket_alerts.several.store')
  router
    .get('/alert/docket/subscribe/:key', [DocketAlertLinksController, 'confirmSubscribe'])
    .as('docket_alerts.subscribe')
  router
    .post('/alert/docket/subscribe/:key', [DocketAlertLinksController, 'subscribe'])
    .as('docket_alerts.subscribe.store')
  router
    .get('/alert/docket/unsubscribe/:key', [DocketAlertLinksController, 'confirmUnsubscribe'])
    .as('docket_alerts.unsubscribe')
  router
    .post('/alert/docket/unsubscribe/:key', [DocketAlertLinksController, 'unsubscribe'])
    .as('docket_alerts.unsubscribe.store')
  router
    .post('/alert/docket/one-click-unsubscribe/:key', [DocketAlertLinksController, 'oneClick'])
    .as('docket_alerts.one_click')
}
