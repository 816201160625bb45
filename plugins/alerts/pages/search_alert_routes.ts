/**
 * Pages of search alerts: those of their owners, and links that need no
 * log-in.
 */
import type { PluginRouteContext } from '#core/define_plugin'
import * as links from './alert_links.js'
import * as profile from './profile_alerts.js'
import type { PageSection } from '#app/web/record_pages'
import { citesQuery } from '#plugins/case_law/public'
import SearchAlert from '../models/search_alert.js'
import { MAX_NAME_LENGTH, MAX_QUERY_LENGTH } from '../search_alerts/codes.js'

export default function searchAlertRoutes({ router, pages, sessions }: PluginRouteContext): void {
  pages.addSection('clusters', citationAlert)
  router
    .group(() => {
      router.get('/profile/alerts', profile.list).as('alerts')
      // Their names in the service clients come from.
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
      router.post('/profile/alerts', profile.create).as('alerts.create')
      router.get('/profile/alerts/new', profile.start).as('alerts.new')
      router.get('/profile/alerts/:id', profile.edit).as('alerts.edit')
      router.post('/profile/alerts/:id', profile.save).as('alerts.save')
      router.post('/profile/alerts/:id/search', profile.saveSearch).as('alerts.save_search')
      router.get('/profile/alerts/:id/delete', profile.confirmDelete).as('alerts.confirm')
      router.post('/profile/alerts/:id/delete', profile.destroy).as('alerts.delete')
    })
    .use(sessions.signedIn)

  // The key is all they need: no session is begun or changed, and so none misused.
  router.get('/alert/disable', links.listToDisable).as('alerts.several')
  router.post('/alert/disable', links.oneClick).as('alerts.several.store')
  router.get('/alert/disable/:key', links.confirmDisable).as('alerts.disable')
  router.post('/alert/disable/:key', links.disable).as('alerts.disable.store')
  router.post('/alert/one-click-disable/:key', links.oneClick).as('alerts.one_click')
  router.get('/alert/enable/:key', links.confirmEnable).as('alerts.enable')
  router.post('/alert/enable/:key', links.enable).as('alerts.enable.store')
}

const NAME = 'Decisions that cite '

const citationAlert = {
  view: 'alerts::citation_alert',
  load: async (records, { id, case_name: short, case_name_full: full }, visitor) => {
    const opinions = await records.list(
      'opinions',
      { cluster: String(id) },
      { order: 'id', fields: 'id' }
    )
    const query = new URLSearchParams({
      type: 'o',
      q: citesQuery(opinions.map((opinion) => opinion.id)),
    }).toString()
    if (!opinions.length || query.length > MAX_QUERY_LENGTH) return undefined
    const alerts = visitor ? await SearchAlert.ofAccount(visitor.account.id) : []
    const alert = alerts.find((each) => each.query === query)
    if (alert) return { path: `/profile/alerts/${alert.id}/`, isFollowed: true }
    const name = `${NAME}${String(short || full || `No. ${String(id)}`)}`.slice(0, MAX_NAME_LENGTH)
    return {
      path: `/profile/alerts/new/?${new URLSearchParams({ query, name })}`,
      isFollowed: false,
    }
  },
} satisfies PageSection
